import { existsSync } from 'node:fs'
import { complaintText } from '../../../../base/documents/complaint.ts'
import {
  isScenarioFile,
  type LoadedScenario,
  loadScenario,
  refuseTogether,
} from '../../../../runtime/scenarios/scenario-source.ts'
import { StartError } from '../../../../runtime/start-error.ts'
import { authorOf, ownRules, ruleCount } from '../../../../scenario/describe/rule-counts.ts'
import { builtInNames } from '../../../../scenario/library.ts'
import { isOf } from '../../../../scenario/matching/rule-order.ts'
import type { Rule } from '../../../../scenario/rule.ts'
import { misuse } from '../../../cli-error.ts'
import { command } from '../../../define/command.ts'
import { argument } from '../../../define/option.ts'
import type { Io } from '../../../io.ts'
import { outputFor } from '../../../terminal/output.ts'

export const scenarioCheckCommand = command({
  name: 'check',
  summary: 'Check scenario files; needs no sandbox',
  details:
    'Checks scenario files and everything that they extend. Several files are checked as if loaded together in this order. Lists each error with its line. The exit code is 2 if there is one.',
  examples: ['scenario check checkout.yaml', 'scenario check tests/*.yaml'],
  args: { files: argument('<file...>', 'YAML or JSON files') },
  run: ({ files, json }, { io }) => check(files, io, json),
})

async function check(names: readonly string[], io: Io, json: true | undefined): Promise<void> {
  const warn = (text: string) => io.stderr.write(`warning: ${text}\n`)
  const loaded: LoadedScenario[] = []
  const output = outputFor({ json }, io)
  const goodNames: string[] = []
  // Faults of a file that several others extend are printed once.
  const faults = new Set<string>()
  const addFaults = (error: unknown) => {
    if (!(error instanceof StartError)) throw error
    for (const line of error.message.split('\n')) faults.add(line)
  }
  for (const name of names) {
    if (builtInNames.includes(name) && !existsSync(name)) {
      faults.add(
        `${name} is built in, not a file; for its rules: npx sandgate scenario show ${name}`,
      )
      continue
    }
    try {
      // As at a start, a file may extend those before it.
      loaded.push(await loadScenario(isScenarioFile(name) ? name : `./${name}`, loaded))
      goodNames.push(name)
    } catch (error) {
      addFaults(error)
    }
  }
  try {
    refuseTogether(loaded, goodNames)
  } catch (error) {
    addFaults(error)
  }
  for (const text of loaded.flatMap(({ warnings }) => warnings)) warn(text)
  const warnings = [...(await crossWarnings(loaded)), ...(await pastWindows(loaded))]
  for (const text of warnings) warn(text)
  const goodText = () =>
    loaded
      .map(({ scenario: { name, rules } }, i) => {
        const good = output.style('good', 'good')
        return `${goodNames[i]}: ${good}, '${name}' with ${ruleCount(name, rules)}`
      })
      .join('\n')
  if (faults.size > 0) {
    if (!output.isJson && loaded.length > 0) output.say(goodText())
    throw misuse([...faults].join('\n'))
  }
  if (!loaded.some(({ scenario }) => scenario.rules.some(isOf('default')))) {
    for (const { parts } of loaded) {
      const [first] = parts
      if (first === undefined || first.document.extends !== undefined) continue
      io.stderr.write(
        `note: ${first.file} extends nothing: the default rules, such as magic amounts, do not apply\n`,
      )
    }
  }
  const files = loaded.map(({ scenario: { name, rules }, warnings }, i) => {
    const own = ownRules(name, rules).length
    return { file: goodNames[i], name, rules: rules.length, own_rules: own, warnings }
  })
  output.result({ files, warnings }, goodText)
}

/** No sandbox says what its clock shows; most show the time of day. */
async function pastWindows(loaded: readonly LoadedScenario[]): Promise<readonly string[]> {
  const { endedWindows } = await import('../../../../scenario/reading/judge.ts')
  const clock = 'now; set the sandbox clock back (--clock), or change the window'
  const parts = new Map(loaded.flatMap((one) => one.parts.map((part) => [part.file, part])))
  return [...parts.values()].flatMap(({ document: { rules = [] }, locate }) =>
    endedWindows(rules, Date.now(), clock).map((fault) => complaintText(locate(fault))),
  )
}

/** Rules of one file that a file loaded later keeps from being reached. */
async function crossWarnings(loaded: readonly LoadedScenario[]): Promise<readonly string[]> {
  const { unreachedRules, unreachedText } = await import('../../../../scenario/reading/judge.ts')
  const own = [...loaded]
    .reverse()
    .flatMap(({ scenario: { name, rules } }) => ownRules(name, rules))
  const unreached = unreachedRules(own.map(({ rule }) => rule))
  return unreached.flatMap((one) => {
    const hidden = own.find(({ rule }) => rule === one.later)
    const first = own.find(({ rule }) => rule === one.earlier)
    if (hidden === undefined || first === undefined) return []
    const idOf = (rule: Rule) => (rule === one.later ? hidden.id : first.id)
    // What is in one file is already among its own warnings.
    return authorOf(hidden) === authorOf(first) ? [] : [unreachedText(one, idOf)]
  })
}
