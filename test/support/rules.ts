import type { Rule } from '../../src/scenario/rule.ts'
import { metaChange } from '../../src/world/records/meta.ts'
import type { World } from '../../src/world/world.ts'

/** Puts rules into force, in place of those that were. */
export function useRules(world: World, ...rules: readonly Omit<Rule, 'name'>[]): void {
  const named = rules.map((rule, i) => {
    const name = `rule-${i + 1}`
    return { id: `test/${name}`, rule: { name, ...rule } }
  })
  const scenario = { name: 'test', description: '', rules: named }
  world.commit([metaChange('scenarios', { loaded: [scenario] })])
  world.rules.adopt(world.records, world.start.scenarios)
}
