import type { Command } from 'commander'
import type { ControlClient } from '../../../client/control-client.ts'
import { scenarioNames } from '../../../client/scenario-names.ts'
import type { ScenariosAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import { portableScenario } from '../../../runtime/scenarios/portable-scenario.ts'
import { isScenarioFile } from '../../../runtime/scenarios/scenario-source.ts'
import { command } from '../../command.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'

interface LoadOptions extends TargetOptions {
  readonly replace?: true
}

export function scenarioLoadCommand(): Command {
  return withTarget(
    command('load', {
      summary: 'Load a scenario with the highest priority',
      details:
        'Loads a shipped scenario or a file with the highest priority. The file is checked before anything changes.',
      examples: [
        'sandgate scenario load flaky-day',
        'sandgate scenario load ./checkout.yaml --replace',
      ],
    }),
  )
    .argument('<name or file>', 'a shipped scenario, or a YAML or JSON file')
    .option('--replace', 'replace all active scenarios')
    .action(load)
}

export function scenarioUnloadCommand(): Command {
  return withTarget(
    command('unload', {
      summary: 'Unload an active scenario',
      examples: ['sandgate scenario unload flaky-day'],
    }),
  )
    .argument('<name>', 'an active scenario')
    .action(async (name: string, options: TargetOptions) => {
      const answer = await connect(options).unloadScenario(name)
      outputFor(options).result(answer, () => activeText(answer))
    })
}

async function load(entry: string, options: LoadOptions): Promise<void> {
  const client = connect(options)
  const scenario = isScenarioFile(entry) ? await documentIn(entry, client) : entry
  const answer = options.replace
    ? await client.replaceScenarios({ scenarios: [scenario] })
    : await client.loadScenario(scenario)
  // What is about the file itself has been said, with its line.
  const others = answer.warnings.filter(({ location }) => location === undefined)
  for (const warning of others) warn(warning.message)
  outputFor(options).result(answer, () => activeText(answer))
}

async function documentIn(file: string, client: ControlClient) {
  const { document, warnings } = await portableScenario(file, () => scenarioNames(client))
  for (const warning of warnings) warn(warning)
  return document
}

function warn(text: string): void {
  process.stderr.write(`warning: ${text}\n`)
}

function activeText({ scenarios }: ScenariosAnswer): string {
  const names = scenarios.map(({ name }) => name)
  return names.length === 0
    ? 'No scenario is active: every valid request is approved.'
    : `Active scenarios, highest priority first: ${names.join(', ')}`
}
