import type { Command } from 'commander'
import { type ControlClient, scenarioNames } from '../../../client/control-client.ts'
import type { ScenariosAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import { commandLine } from '../../../insight/copied-request.ts'
import { portableScenario } from '../../../runtime/scenarios/scenario-file.ts'
import { isScenarioFile } from '../../../runtime/scenarios/scenario-source.ts'
import type { ScenarioDocument } from '../../../scenario/scenario-document.ts'
import { newCommand } from '../../command.ts'
import type { Io } from '../../io.ts'
import {
  connect,
  type TargetOptions,
  targetWords,
  withTargetOptions,
} from '../../options/connection.ts'
import { memberOverCall } from '../../options/control-command.ts'
import { outputFor } from '../../terminal/output.ts'

interface LoadOptions extends TargetOptions {
  readonly replace?: true
}

export function scenarioLoadCommand(io: Io): Command {
  return withTargetOptions(
    newCommand('load', {
      summary: 'Load a scenario with the highest priority',
      details:
        'Loads a shipped scenario or a file with the highest priority. The file is checked before anything changes.',
      examples: [
        'npx sandgate scenario load flaky-day',
        'npx sandgate scenario load ./checkout.yaml --replace',
      ],
    }),
  )
    .argument('<name or file>', 'a shipped scenario, or a YAML or JSON file')
    .option('--replace', 'replace all active scenarios')
    .action((entry: string, options: LoadOptions, self: Command) =>
      load(entry, options, { self, io }),
    )
}

export function scenarioUnloadCommand(io: Io): Command {
  return memberOverCall(io, ['unload', 'Unload an active scenario', 'scenario unload flaky-day'], {
    argument: ['<name>', 'an active scenario'],
    listing: 'scenario list',
    call: (client, name) => client.unloadScenario(name),
    text: (_output, answer) => activeText(answer),
  })
}

async function load(
  entry: string,
  options: LoadOptions,
  { self, io }: { readonly self: Command; readonly io: Io },
): Promise<void> {
  const client = connect(options, io)
  const warn = (text: string) => io.stderr.write(`warning: ${text}\n`)
  const scenario = isScenarioFile(entry) ? await readFile(entry, client, warn) : entry
  const answer = await (options.replace
    ? client.replaceScenarios({ scenarios: [scenario] })
    : client.loadScenario(scenario))
  // Warnings about the file itself have been printed with their lines.
  const others = answer.warnings.filter(({ location }) => location === undefined)
  for (const warning of others) warn(warning.message)
  const note = (text: string) => [text, ...stillActive(answer, self)].join('\n')
  outputFor(options, io).result(answer, () => note(activeText(answer)))
}

/** Checks the file here, so that faults and warnings have line numbers. */
async function readFile(
  file: string,
  client: ControlClient,
  warn: (text: string) => void,
): Promise<ScenarioDocument> {
  const { document, warnings } = await portableScenario(file, () => scenarioNames(client))
  for (const warning of warnings) warn(warning)
  return document
}

/**
 * Names other active scenarios, since a user may think the loaded one is alone. `default` is left
 * out: every sandbox begins with it.
 */
function stillActive(
  { scenarios: [, ...others] }: ScenariosAnswer,
  self: Command,
): readonly string[] {
  const names = others.map(({ name }) => name).filter((name) => name !== 'default')
  const [first] = names
  if (first === undefined) return []
  const unload = commandLine(['scenario', 'unload', first, ...targetWords(self)])
  const fact = names.length === 1 ? `${first} still applies` : `${names.join(', ')} still apply`
  return [`${fact}; to unload: npx sandgate ${unload}`]
}

function activeText({ scenarios }: ScenariosAnswer): string {
  const names = scenarios.map(({ name }) => name)
  return names.length === 0
    ? 'No scenario is active: every valid request is approved.'
    : `Active scenarios, highest priority first: ${names.join(', ')}`
}
