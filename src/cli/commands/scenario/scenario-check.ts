import type { Command } from 'commander'
import {
  hiddenInFiles,
  isScenarioFile,
  type LoadedScenario,
  loadScenario,
} from '../../../runtime/scenarios/scenario-source.ts'
import { StartError } from '../../../runtime/start-error.ts'
import { ownRules, ruleCount } from '../../../scenario/telling/rule-counts.ts'
import { misuse } from '../../cli-error.ts'
import { jsonOption, newCommand } from '../../command.ts'
import type { Io } from '../../io.ts'
import { type Output, outputFor } from '../../terminal/output.ts'

interface CheckedFile {
  readonly file: string
  readonly name: string
  /** The number of rules, including those of extended scenarios. */
  readonly rules: number
  readonly own_rules: number
  readonly warnings: readonly string[]
}

export function scenarioCheckCommand(io: Io): Command {
  return newCommand('check', {
    summary: 'Check scenario files; needs no sandbox',
    details:
      'Checks scenario files and everything that they extend. Several files are checked as if loaded together in this order. Lists each error with its line, and ends with exit code 2 if there is one.',
    examples: [
      'npx sandgate scenario check checkout.yaml',
      'npx sandgate scenario check tests/*.yaml',
    ],
  })
    .argument('<file...>', 'YAML or JSON files')
    .addOption(jsonOption())
    .action((names: readonly string[], options: { readonly json?: true }) =>
      check(names, options, io),
    )
}

async function check(
  names: readonly string[],
  options: { readonly json?: true },
  io: Io,
): Promise<void> {
  const loaded: LoadedScenario[] = []
  const results: (CheckedFile | string)[] = []
  for (const name of names) results.push(await checkFile(name, loaded))
  const faults = results.flatMap((result) => (typeof result === 'string' ? [result] : []))
  const files = results.flatMap((result) => (typeof result === 'string' ? [] : [result]))
  const warn = (text: string) => io.stderr.write(`warning: ${text}\n`)
  const together = faults.length === 0 ? await hiddenInFiles(loaded) : []
  for (const text of [...files.flatMap(({ warnings }) => warnings), ...together]) warn(text)
  // Faults of a file that several others extend are printed once.
  const lines = new Set(faults.flatMap((text) => text.split('\n')))
  if (lines.size > 0) throw misuse([...lines].join('\n'))
  outputFor(options, io).result({ files, warnings: together }, (output) =>
    checkedText(output, names, loaded),
  )
}

/** The content of a file, or its faults. As at a start, it may extend the files before it. */
async function checkFile(file: string, loaded: LoadedScenario[]): Promise<CheckedFile | string> {
  try {
    const found = await loadScenario(isScenarioFile(file) ? file : `./${file}`, loaded)
    loaded.push(found)
    const { scenario, warnings } = found
    const { name, rules } = scenario
    const own = ownRules(name, rules).length
    return { file, name, rules: rules.length, own_rules: own, warnings }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message
  }
}

function checkedText(
  { style }: Output,
  files: readonly string[],
  loaded: readonly LoadedScenario[],
): string {
  return loaded
    .map(({ scenario: { name, rules } }, index) => {
      return `${files[index]}: ${style('good', 'good')}, '${name}' with ${ruleCount(name, rules)}`
    })
    .join('\n')
}
