import { type HiddenRule, hiddenTogether } from '../../scenario/reading/hidden-rule.ts'
import type { LoadedScenario } from './scenario-source.ts'

/** Rules that can never match if the files load in this order, highest priority last. */
export async function hiddenInFiles(loaded: readonly LoadedScenario[]): Promise<readonly string[]> {
  // Rules hidden within one file are reported when that file is read.
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
  // A user's file is meant to hide rules of a shipped scenario, so that is no warning.
  if (part === undefined) return []
  const index = (part.document.rules ?? []).findIndex(
    ({ name }, i) => (name ?? `rule-${i + 1}`) === rule.name,
  )
  return [part.complain({ path: ['rules', index], message })]
}
