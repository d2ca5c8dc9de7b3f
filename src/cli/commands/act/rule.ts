import { existsSync } from 'node:fs'
import { complaintText, pathText } from '../../../base/documents/complaint.ts'
import { readYaml, type YamlText } from '../../../base/documents/yaml-document.ts'
import { counted } from '../../../base/text/counted.ts'
import {
  ControlError,
  type ControlFault,
  faultText,
} from '../../../control/client/control-error.ts'
import type { AddedRuleResponse, RulesResponse } from '../../../control/contract/calls/scenarios.ts'
import { readNamed, unreadable } from '../../../runtime/named-file.ts'
import { isScenarioFile } from '../../../runtime/scenarios/scenario-source.ts'
import { whenText } from '../../../scenario/describe/describe-rule.ts'
import type { RuleDocument } from '../../../scenario/scenario-document.ts'
import { misuse } from '../../cli-error.ts'
import { callCommand, commandGroup } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import type { Output } from '../../terminal/output.ts'
import { ruleTable } from '../../words/value-text.ts'

const add = callCommand({
  name: 'add',
  summary: 'Add a temporary rule',
  details: 'Adds a temporary rule or a list of them, as YAML or JSON or from a file.',
  examples: [
    "rule add '{outcome: {fault: {at: after, http: 502}}}'",
    'rule add \'{times: 2, outcome: {response_code: "51"}}\'',
  ],
  args: { rule: argument('<yaml or json>', 'the rule') },
  call: async (client, { rule }, { io }) => {
    const { value, locate } = await ruleIn(rule)
    const answer: object = await client
      .addRule(value as RuleDocument)
      .catch((error: unknown) => badRule(error, locate))
    for (const { message, location = [] } of addedRules(answer).flatMap((one) => one.warnings)) {
      io.stderr.write(`warning: ${pathText(location.slice(1))}: ${message}\n`)
    }
    return answer
  },
  text: (_output, answer) =>
    addedRules(answer)
      .map(({ name, when, effect }) => `Added '${name}': when ${whenText(when)}: ${effect}`)
      .join('\n'),
})

/** A list of rules is answered with a list. */
function addedRules(answer: object): readonly AddedRuleResponse[] {
  const added = answer as AddedRuleResponse | { readonly rules: readonly AddedRuleResponse[] }
  return 'rules' in added ? added.rules : [added]
}

/** Parses a text as a rule; the sandbox checks the rule itself. */
async function ruleIn(given: string): Promise<YamlText> {
  const isFile = isScenarioFile(given) && existsSync(given)
  const { text, complaints } = isFile
    ? await readYaml(await ruleFile(given), given)
    : await readYaml(given, 'rule')
  if (text === undefined || complaints.length > 0) {
    throw misuse(complaints.map(complaintText).join('\n'))
  }
  if (typeof text.value !== 'object' || text.value === null) {
    // It was meant as the name of a file, which does not exist.
    if (isScenarioFile(given)) await ruleFile(given)
    throw misuse(`Invalid rule: ${SAMPLE}`)
  }
  if (Array.isArray(text.value) && text.value.length === 0) {
    throw misuse(`There is no rule in ${isFile ? given : 'the list'}: ${SAMPLE}`)
  }
  return text
}

const SAMPLE = `write it as YAML or JSON, such as '{outcome: {response_code: "51"}}'`

function ruleFile(file: string): Promise<string> {
  return readNamed(file).catch((cause: unknown) => {
    throw unreadable('rule file', file, cause)
  })
}

/** A rule that the sandbox refuses is a usage error of the command line. */
function badRule(error: unknown, locate: YamlText['locate']): never {
  if (!(error instanceof ControlError) || error.status !== 422) throw error
  throw misuse(error.errors.map((one) => faultText(asWritten(one, locate))).join('\n'))
}

const QUOTES = '; write it in quotes'

/** The sandbox sees a number, but not how it was written: 051 or 51. */
function asWritten(error: ControlFault, locate: YamlText['locate']): ControlFault {
  const { error_message: message, location } = error
  if (!message.endsWith(QUOTES)) return error
  const fault = { path: location.slice(1), message: message.slice(0, -QUOTES.length) }
  return { ...error, error_message: locate({ ...fault, wantsQuotes: true }).message }
}

function rulesText(output: Output, { rules }: RulesResponse): string {
  if (rules.length === 0) return 'There are no temporary rules.'
  return ruleTable(output, rules, ({ name }) => name)
}

const list = callCommand({
  name: 'list',
  summary: 'List the temporary rules, highest priority first',
  examples: ['rule list'],
  isReading: true,
  call: (client) => client.rules(),
  text: rulesText,
})

const remove = callCommand({
  name: 'remove',
  summary: 'Remove a temporary rule',
  examples: ['rule remove rule-1'],
  args: { name: argument('<name>', 'the name of the rule') },
  listing: 'rule list',
  call: (client, { name }) => client.removeRule(name),
  text: (_output, _answer, { name }) => `Removed '${name}'.`,
})

const clear = callCommand({
  name: 'clear',
  summary: 'Remove all temporary rules',
  examples: ['rule clear'],
  call: (client) => client.clearRules(),
  text: (_output, { removed }) => `Removed ${counted(removed, 'rule')}.`,
})

export const ruleCommand = commandGroup({
  name: 'rule',
  group: 'Make something happen',
  summary: 'Add, list or remove temporary rules',
  details:
    'A temporary rule takes precedence over all scenarios. It applies to one request, unless it sets `times`. Older rules come first.',
  examples: ["rule add '{when: {operation: purchase}, outcome: {delay: 5s}}'", 'rule list'],
  members: [add, list, remove, clear],
})
