import { metaChange } from '../../src/gateway/world/records/meta.ts'
import type { World } from '../../src/gateway/world/world.ts'
import { compileRule } from '../../src/scenario/reading/compile.ts'
import type { RuleDocument } from '../../src/scenario/scenario-document.ts'

/** Puts rules into force, in place of those that were. */
export function useRules(
  world: World,
  ...rules: readonly (RuleDocument & { readonly counts?: 'run' })[]
): void {
  const named = rules.map((document, i) => {
    const rule = compileRule(document, i)
    return { id: `test/${rule.name}`, rule }
  })
  const scenario = { name: 'test', description: '', rules: named }
  world.commit([metaChange('scenarios', { loaded: [scenario] })])
  world.rules.adopt(world.records, world.start.scenarios)
}
