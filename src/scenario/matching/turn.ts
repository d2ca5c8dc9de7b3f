import type { Rule, RuleCount } from '../rule.ts'

export type Turn = 'hit' | 'skipped' | 'waiting' | 'not drawn' | 'used up'

export const unseen: RuleCount = { seen: 0, hits: 0 }

/** What a rule whose conditions hold does with the next request: skip, then every, then chance. */
export function turnOf(rule: Rule, { seen, hits }: RuleCount, draw: () => number): Turn {
  const { times, skip = 0, every, chance } = rule
  if (times !== undefined && hits >= times) return 'used up'
  if (seen < skip) return 'skipped'
  if (every !== undefined && (seen - skip + 1) % every !== 0) return 'waiting'
  return chance !== undefined && draw() >= chance ? 'not drawn' : 'hit'
}

/** Whether a rule may let a request pass that meets its conditions. */
export function isCounted({ times, skip, every, chance, oneOf }: Rule): boolean {
  return [times, skip, every, chance, oneOf].some((part) => part !== undefined)
}
