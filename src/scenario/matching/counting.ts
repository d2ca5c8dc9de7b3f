import { hasCardNumber } from '../../base/redaction/redacted.ts'
import { hash32 } from '../../domain/generated-codes.ts'
import { isRestrictedText } from '../../domain/restricted-text.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { Facts, Rule, RuleCount } from '../rule.ts'
import type { PerName, RateDocument, WeightedDocument } from '../scenario-document.ts'
import { parseChance, parseWindow } from '../written-values.ts'

/** What a rule does with a request that meets its conditions. */
export type RuleTurn = 'hit' | 'seldom' | 'skipped' | 'waiting' | 'not drawn' | 'used up' | 'over'

export const unseen: RuleCount = { seen: 0, hits: 0 }

/** The end of a rule's relative window, exclusive. `own`: the count of the whole rule, not of one value. */
export function windowEnd(rule: Rule, count: RuleCount, own: RuleCount): Instant | undefined {
  const { from } = rule.since === 'first-match' ? count : own
  const ms = rule.for === undefined ? undefined : parseWindow(rule.for)
  return ms === undefined || from === undefined ? undefined : from + ms
}

/** The start of the window after a request: that of the first one that the rule was applied to, if it counts. */
export function windowFrom(
  { for: window, since }: Rule,
  { from }: RuleCount,
  shapedAt: Instant | undefined,
): Pick<RuleCount, 'from'> {
  const start = from ?? (window && since === 'first-match' ? shapedAt : undefined)
  return start === undefined ? {} : { from: start }
}

/** What a rule whose conditions hold does with the next request: skip, then every, then chance. */
export function turnOf(
  rule: Rule,
  { seen, hits }: RuleCount,
  draw: () => number,
  isOver = false,
): RuleTurn {
  const { times, skip = 0, every, chance } = rule
  if (times !== undefined && hits >= times) return 'used up'
  if (isOver) return 'over'
  if (seen < skip) return 'skipped'
  if (every !== undefined && (seen - skip + 1) % every !== 0) return 'waiting'
  return chance && draw() >= (parseChance(chance) ?? 1) ? 'not drawn' : 'hit'
}

/** The instants of the requests that count for a rate, this one included; more than enough are dropped. */
export function recentOf({ more_than, within }: RateDocument, before: RuleCount, now: Instant) {
  const start = now - (parseWindow(within) ?? 0)
  const recent = (before.recent ?? []).filter((at) => at > start)
  return [...recent, now].slice(-(more_than + 1))
}

/** The key of a rate's count: separate from those by which the rule itself counts. */
export function rateKey(id: string, value: string): string {
  return `${id}\trate ${value}`
}

/** Whether a rule may skip a request that meets its conditions. */
export function isCounted({ times, skip, every, chance, outcome, for: window }: Rule): boolean {
  const { one_of, sequence } = outcome
  return [times, skip, every, chance, one_of, sequence, window].some((part) => part !== undefined)
}

/** The value that a rule counts by; undefined if the request does not have it. */
export function perValue(
  per: PerName,
  facts: Facts,
  fingerprint: (secret: string) => string,
): string | undefined {
  if (per === 'merchant') return String(facts.merchant)
  if (per === 'world') return ''
  if (per === 'card') return facts.card ?? (facts.pan && fingerprint(facts.pan))
  const text = facts[per]
  if (text === undefined) return undefined
  return text.length > LONGEST_KEY || hasCardNumber(text) ? fingerprint(text) : text
}

const LONGEST_KEY = 100

/** The key of a separate count. Names contain no tabs. */
export function countKey(id: string, value: string | undefined): string {
  return value === undefined ? id : `${id}\t${value}`
}

/** Names and the values that rules count by have the characters of the API's texts. */
export function isCountKey(text: string): boolean {
  return isRestrictedText(text.replace('\t', ''))
}

/** The rule that a count belongs to. */
export function countedRule(key: string): string {
  const tab = key.indexOf('\t')
  return tab === -1 ? key : key.slice(0, tab)
}

/** Seeded chance of one rule: the same seed, rule and turn give the same number from 0 up to 1. */
export type Draws = (turn: number, what: keyof typeof salts) => number

const salts = { chance: 11, choice: 12, delay: 13 }

export function drawsFor(seed: number, rule: string): Draws {
  const own = textHash(rule)
  return (turn, what) => hash32(salts[what], seed, own, turn) / 2 ** 32
}

/** The outcome that a draw falls on. */
export function chosen(outcomes: readonly WeightedDocument[], draw: number): WeightedDocument {
  const total = outcomes.reduce((sum, { weight = 1 }) => sum + weight, 0)
  let left = draw * total
  const found = outcomes.find(({ weight = 1 }) => {
    left -= weight
    return left < 0
  })
  const last = found ?? outcomes.at(-1)
  if (last === undefined) throw new Error('There is no outcome to choose')
  return last
}

/** FNV-1a: spreads similar names well enough for chance. */
function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
