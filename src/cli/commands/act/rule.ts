import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { ControlError, faultText } from '../../../client/control-error.ts'
import { complaintText, pathText } from '../../../document/complaint.ts'
import { readYaml } from '../../../document/yaml-document.ts'
import type {
  AddedRuleResponse,
  RulesResponse,
} from '../../../http/contract/control/calls/scenarios.ts'
import { counted } from '../../../insight/counted.ts'
import { readNamed } from '../../../runtime/named-file.ts'
import { isScenarioFile } from '../../../runtime/scenarios/scenario-source.ts'
import { whenText } from '../../../scenario/describe/when-text.ts'
import type { RuleDocument } from '../../../scenario/scenario-document.ts'
import { misuse } from '../../cli-error.ts'
import { newCommand, withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { connect, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { memberOverCall } from '../../options/control-command.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { ruleTable } from '../../words/value-text.ts'

export function ruleCommand(command: Command, io: Io): Command {
  return withMembers(command, [
    addCommand(io),
    memberOverCall(io, ['list', 'List the one-shot rules, highest priority first', 'rule list'], {
      kind: 'reads',
      call: (client) => client.rules(),
      text: rulesText,
    }),
    memberOverCall(io, ['remove', 'Remove a one-shot rule', 'rule remove rule-1'], {
      argument: ['<name>', 'the name of the rule'],
      listing: 'rule list',
      call: (client, name) => client.removeRule(name),
      text: (_output, _answer, name) => `Removed '${name}'.`,
    }),
    memberOverCall(io, ['clear', 'Remove all one-shot rules', 'rule clear'], {
      call: (client) => client.clearRules(),
      text: (_output, { removed }) => `Removed ${counted(removed, 'rule')}.`,
    }),
  ])
}

function addCommand(io: Io): Command {
  return withTargetOptions(
    newCommand('add', {
      summary: 'Add a one-shot rule',
      details: 'Adds a one-shot rule or a list of them, as YAML or JSON or from a file.',
      examples: [
        "rule add '{outcome: {fault: {at: after, http: 502}}}'",
        'rule add \'{times: 2, outcome: {response_code: "51"}}\'',
      ],
    }),
  )
    .argument('<yaml or json>', 'the rule')
    .action(async (given: string, options: TargetOptions) => {
      const rule = await ruleIn(given)
      const answer: object = await connect(options, io).addRule(rule).catch(badRule)
      // A list of rules is answered with a list.
      const added = answer as AddedRuleResponse | { readonly rules: readonly AddedRuleResponse[] }
      const rules = 'rules' in added ? added.rules : [added]
      for (const { message, location = [] } of rules.flatMap(({ warnings }) => warnings)) {
        io.stderr.write(`warning: ${pathText(location.slice(1))}: ${message}\n`)
      }
      const lines = rules.map(({ name, when, effect }) => {
        return `Added '${name}': when ${whenText(when)}: ${effect}`
      })
      outputFor(options, io).result(answer, () => lines.join('\n'))
    })
}

/** Parses a text as a rule; the sandbox checks the rule itself. */
async function ruleIn(given: string): Promise<RuleDocument> {
  const isFile = isScenarioFile(given) && existsSync(given)
  const { text, complaints } = isFile
    ? await readYaml(await readNamed(given), given)
    : await readYaml(given, 'rule')
  if (text === undefined || complaints.length > 0) {
    throw misuse(complaints.map(complaintText).join('\n'))
  }
  if (typeof text.value !== 'object' || text.value === null) {
    throw misuse(
      `Invalid rule: write it as YAML or JSON, such as '{outcome: {response_code: "51"}}'`,
    )
  }
  return text.value as RuleDocument
}

/** A rule that the sandbox refuses is a usage error of the command line. */
function badRule(error: unknown): never {
  if (!(error instanceof ControlError) || error.status !== 422) throw error
  throw misuse(error.errors.map(faultText).join('\n'))
}

function rulesText(output: Output, { rules }: RulesResponse): string {
  if (rules.length === 0) return 'There are no one-shot rules.'
  return ruleTable(output, rules, ({ name }) => name)
}
