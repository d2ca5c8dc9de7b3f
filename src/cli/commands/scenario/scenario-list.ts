import type { Command } from 'commander'
import type { ControlClient } from '../../../client/control-client.ts'
import type { ScenariosAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import { basesOf, hitsOf, ownRules, scenarioHits } from '../../../scenario/describe/rule-counts.ts'
import { shippedNames, shippedScenario } from '../../../scenario/library.ts'
import { subcommand } from '../../command.ts'
import type { Io } from '../../io.ts'
import { askOrFallBack, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'

interface Listing extends ScenariosAnswer {
  /** Shipped scenarios that are not active. */
  readonly available: readonly { readonly name: string; readonly description: string }[]
}

export function scenarioListCommand(io: Io): Command {
  return withTargetOptions(
    subcommand(
      'list',
      'List the active scenarios, highest priority first, and those you can load',
      'npx sandgate scenario list',
    ),
  ).action(async (options: TargetOptions, self: Command) => {
    const ask = (client: ControlClient) => client.scenarios()
    const active = await askOrFallBack({ command: self, io }, ask)
    const listing = { ...active, available: await availableBeside(active) }
    outputFor(options, io).result(listing, (output) => listingText(output, listing))
  })
}

async function availableBeside({ scenarios }: ScenariosAnswer): Promise<Listing['available']> {
  const active = new Set(scenarios.map(({ name }) => name))
  const names = shippedNames.filter((name) => !active.has(name))
  return await Promise.all(
    names.map(async (name) => ({
      name,
      description: (await shippedScenario(name))?.description ?? '',
    })),
  )
}

function listingText(output: Output, { scenarios, rules, available }: Listing): string {
  const oneShots =
    rules.length === 0 ? [] : [['(one-shot rules)', rules.length, '', hitsOf(rules), '']]
  const active = scenarios.map(({ name, rules, description }) => [
    { text: name, tone: 'strong' as const },
    ownRules(name, rules).length,
    basesOf(name, rules).join(', '),
    scenarioHits(name, rules).hits,
    description,
  ])
  const columns = [
    { title: 'active' },
    { title: 'rules', align: 'right' },
    { title: 'extends' },
    { title: 'hits', align: 'right' },
    { title: '', wraps: true },
  ] as const
  const rows = [...oneShots, ...active]
  const inForce =
    rows.length === 0
      ? 'No scenario is active.'
      : `Active scenarios, highest priority first:\n\n${output.table(columns, rows)}`
  const others = output.table(
    [{ title: 'to load' }, { title: '', wraps: true }],
    available.map(({ name, description }) => [name, description]),
  )
  return `${inForce}\n\n${others}`
}
