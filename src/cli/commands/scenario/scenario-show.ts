import type { Command } from 'commander'
import type { ControlClient } from '../../../client/control-client.ts'
import { nearestOrAll } from '../../../document/nearest-word.ts'
import type {
  RuleAnswer,
  ScenarioAnswer,
  ScenariosAnswer,
} from '../../../http/contract/control/calls/scenarios.ts'
import { isScenarioFile } from '../../../runtime/scenarios/scenario-source.ts'
import { shippedNames } from '../../../scenario/library.ts'
import { CliError } from '../../cli-error.ts'
import { subcommand } from '../../command.ts'
import type { Io } from '../../io.ts'
import {
  askOrFallBack,
  askTemporarySandbox,
  type TargetOptions,
  withTargetOptions,
} from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { ruleTable } from '../../words/value-text.ts'

export function scenarioShowCommand(io: Io): Command {
  return withTargetOptions(
    subcommand(
      'show',
      'Show the rules of a scenario and how often each was met',
      'npx sandgate scenario show default',
      'npx sandgate scenario show flaky-day',
    ),
  )
    .argument('<name>', 'an active or a shipped scenario')
    .action(async (name: string, options: TargetOptions, self: Command) => {
      const active = (client: ControlClient) => client.scenarios()
      const { scenarios } = await askOrFallBack({ command: self, io }, active, () =>
        isShipped(name) ? loadedElsewhere(name, io) : askTemporarySandbox(io, active),
      )
      const found = named(name, scenarios) ?? (await shipped(name, io))
      if (found === undefined) throw unknownScenario(name, scenarios)
      outputFor(options, io).result(found, (output) => scenarioText(output, found))
    })
}

/** A shipped scenario that the sandbox has not loaded. */
async function shipped(name: string, io: Io): Promise<ScenarioAnswer | undefined> {
  if (!isShipped(name)) return undefined
  io.stderr.write(`Scenario '${name}' is not active: shown is what loading it would add\n`)
  return named(name, (await loadedElsewhere(name, io)).scenarios)
}

/** Loads it in a temporary sandbox. */
function loadedElsewhere(name: string, io: Io): Promise<ScenariosAnswer> {
  return askTemporarySandbox(io, (client) => client.loadScenario(name))
}

function isShipped(name: string): boolean {
  return shippedNames.includes(name)
}

function named(name: string, all: readonly ScenarioAnswer[]): ScenarioAnswer | undefined {
  return all.find((scenario) => scenario.name === name)
}

function unknownScenario(name: string, active: readonly ScenarioAnswer[]): CliError {
  if (isScenarioFile(name)) {
    return new CliError(
      `'${name}' is a file; load it, then show it by the name that it gives itself`,
    )
  }
  const names = [...new Set([...active.map((scenario) => scenario.name), ...shippedNames])]
  const hint = nearestOrAll(name, names)
  return new CliError(`There is no active or shipped scenario '${name}'${hint}`)
}

function scenarioText(output: Output, scenario: ScenarioAnswer): string {
  const { paragraph, style } = output
  const heading = [style('strong', scenario.name), paragraph(scenario.description)]
  const rules = ruleTable(output, scenario.rules, (rule) => labelOf(rule, scenario))
  return [...heading, '', rules].join('\n')
}

/** Rules inherited from another scenario are shown with its name. */
function labelOf({ id, name }: RuleAnswer, scenario: ScenarioAnswer): string {
  return id.startsWith(`${scenario.name}/`) ? name : id
}
