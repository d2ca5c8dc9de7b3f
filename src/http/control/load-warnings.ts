import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { shippedNames } from '../../scenario/library.ts'
import { hiddenTogether } from '../../scenario/reading/hidden-together.ts'
import type { World } from '../../world/world.ts'
import type { WarningAnswer } from '../contract/control/calls/rules.ts'
import type { GivenScenarios } from './read-scenario.ts'

/** What a check of the given scenarios warns of, alone and together with those that are in force. */
export async function loadWarnings(
  world: World,
  { drafts }: GivenScenarios,
): Promise<readonly WarningAnswer[]> {
  const own = drafts.flatMap(({ warnings, location }) =>
    warnings.map(({ path, message }) => ({
      message: maskWritten(message),
      location: [...location, ...path],
    })),
  )
  const names = drafts.map(({ outline }) => maskWritten(outline.name ?? ''))
  const { scenarios } = world.rules
  // Of a shipped scenario nobody wants to hear what a file of theirs takes over.
  const written = scenarios.flatMap(({ name, lineage = [] }) => [name, ...lineage.map(nameOf)])
  if (new Set(written.filter((name) => !shippedNames.includes(name))).size < 2) return own
  const hidden = await hiddenTogether(scenarios)
  const others = hidden
    .filter(({ scenario }) => !shippedNames.includes(scenario))
    .filter(({ scenario, hiding }) => names.includes(scenario) || names.includes(hiding))
  return [
    ...own,
    ...others.map(({ scenario, message }) => ({ message: `${scenario}: ${message}` })),
  ]
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}
