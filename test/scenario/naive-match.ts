import type { Match } from '../../src/scenario/matching/rule-book.ts'
import type {
  Conditions,
  Facts,
  RuleCount,
  RuleOutcome,
  ScenarioRule,
} from '../../src/scenario/rule.ts'

/** Matching as the documents tell it, one rule after the other, with no thought of speed. */
export function naiveMatch(
  rules: readonly ScenarioRule[],
  facts: Facts,
  countOf: (id: string) => RuleCount | undefined,
): Match {
  const counts: { id: string; count: RuleCount }[] = []
  const ids = new Set<string>()
  for (const scenarioRule of rules) {
    const { id, rule } = scenarioRule
    if (ids.has(id)) continue
    ids.add(id)
    if (!holds(rule.when, facts) || !shapes(rule.outcome, facts)) continue
    const { seen, hits } = countOf(id) ?? { seen: 0, hits: 0 }
    if (hits >= (rule.times ?? Number.POSITIVE_INFINITY)) continue
    if (seen < (rule.skip ?? 0)) {
      counts.push({ id, count: { seen: seen + 1, hits } })
      continue
    }
    counts.push({ id, count: { seen: seen + 1, hits: hits + 1 } })
    return { rule: scenarioRule, counts }
  }
  return { counts }
}

const creating = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
]

/** Whether an outcome can do anything to a request. */
function shapes(outcome: RuleOutcome, facts: Facts): boolean {
  const { fault, delayMs, expires, responseCode, ...rest } = outcome
  if (fault || delayMs !== undefined || Object.keys(outcome).length === 0) return true
  if (!creating.includes(facts.operation)) return false
  if (expires && facts.operation === 'preauthorisation') return true
  if (responseCode === 'from-amount' && facts.operation !== 'void' && facts.amount) return true
  if (responseCode === 'from-pan' && facts.pan) return true
  const isGiven = responseCode !== undefined && !responseCode.startsWith('from-')
  return isGiven || Object.keys(rest).length > 0
}

function holds(when: Conditions, facts: Facts): boolean {
  const texts = [
    [when.currency, facts.currency],
    [when.card_type, facts.card_type],
    [when.cvv, facts.cvv],
    [when.reference, facts.reference],
    [when.customer_reference, facts.customer_reference],
    [when.virtual_pan, facts.virtual_pan],
    [when.token_name, facts.token_name],
    [when.pan, facts.pan],
    [when.account_number, facts.account_number],
    [when.bsb?.map((bsb) => bsb.replace('-', '')), facts.bsb?.replace('-', '')],
    ...Object.entries(when.kvp ?? {}).map(([key, globs]) => [globs, facts.kvp?.[key]] as const),
  ] as const
  return (
    (when.operation?.includes(facts.operation) ?? true) &&
    (when.merchant?.includes(facts.merchant) ?? true) &&
    (when.method === undefined || when.method === facts.method) &&
    amountHolds(when.amount, facts.amount) &&
    texts.every(([globs, text]) => globs === undefined || isLike(globs, text))
  )
}

function amountHolds(condition: Conditions['amount'], amount: string | undefined): boolean {
  if (condition === undefined) return true
  if (amount === undefined) return false
  if (condition.kind === 'globs') return isLike(condition.globs, amount)
  return Number(amount) >= (condition.min ?? 0) && Number(amount) <= (condition.max ?? 1e12)
}

// A masked x in the text may stand for any digit of the pattern.
function isLike(globs: readonly string[], text: string | undefined): boolean {
  if (text === undefined) return false
  return globs.some((glob) => {
    const source = [...glob].map((c) => {
      if (c === '*') return '.*'
      if (c === '?') return '.'
      return /[0-9]/.test(c) ? `[${c}x]` : c
    })
    return new RegExp(`^${source.join('')}$`).test(text)
  })
}
