import { type HiddenRule, hiddenTogether } from '../../scenario/reading/hidden-rule.ts'
import type { LoadedScenario } from './scenario-source.ts'

/** Rules that are never reached if files load together in this order, highest priority last. */
export async function hiddenInFiles(loaded: readonly LoadedScenario[]): Promise<readonly string[]> {
  // What one file hides of itself is told when it is read.
  if (loaded.flatMap(({ parts }) => parts).length < 2) return []
  const scenarios = loaded.map(({ scenario }) => scenario).reverse()
  return (await hiddenTogether(scenarios)).flatMap((hidden) => told(loaded, hidden))
}

function told(
  loaded: readonly LoadedScenario[],
  { later: { rule }, scenario, message }: HiddenRule,
): readonly string[] {
  const part = loaded
    .flatMap(({ parts }) => parts)
    .find(({ document }) => document.name === scenario)
  // Of a shipped scenario nobody wants to hear what a file of theirs takes over.
  if (part === undefined) return []
  const index = (part.document.rules ?? []).findIndex(
    ({ name }, i) => (name ?? `rule-${i + 1}`) === rule.name,
  )
  return [part.complain({ path: ['rules', index], message })]
}
