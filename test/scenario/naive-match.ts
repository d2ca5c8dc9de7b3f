import type { Conditions, Facts, RuleCount, ScenarioRule } from '../../src/scenario/rule.ts'
import type {
  AmountRange,
  PerName,
  WeightedDocument,
} from '../../src/scenario/scenario-document.ts'

type Layer = 'bank' | 'extras' | 'delivery'

export interface NaiveMatch {
  /** The id of the rule that decides each layer, and by which outcome. */
  readonly decided: Partial<
    Record<Layer, { readonly id: string; readonly outcome: WeightedDocument }>
  >
  readonly rules: readonly string[]
  readonly counts: ReadonlyMap<string, RuleCount>
}

export interface NaiveBy {
  readonly countOf: (key: string) => RuleCount | undefined
  /** From 0 to 1; the same question has the same answer. */
  readonly draw: (key: string, turn: number, what: 'chance' | 'choice') => number
  readonly open?: readonly Layer[]
}

/** Matching as the documents tell it, one rule after the other, with no thought of speed. */
export function naiveMatch(
  rules: readonly ScenarioRule[],
  facts: Facts,
  { countOf, draw, open = ['bank', 'extras', 'delivery'] }: NaiveBy,
): NaiveMatch {
  const decided: NaiveMatch['decided'] = {}
  const asked: { rule: ScenarioRule; isHit: boolean; counts: [string, RuleCount][] }[] = []
  const left = new Set<Layer>(open)
  for (const rule of firstOfEachId(rules)) {
    const { id } = rule
    const {
      when,
      per,
      times = Number.POSITIVE_INFINITY,
      skip = 0,
      every = 1,
      chance = '100%',
    } = rule.rule
    const outcomes = rule.rule.outcome.one_of ?? [rule.rule.outcome as WeightedDocument]
    if (!holds(when, facts)) continue
    const mayDecide = outcomes.flatMap((outcome) => shapedLayers(outcome, facts))
    if (!mayDecide.some((layer) => left.has(layer))) continue
    const value = per === undefined ? undefined : countedBy(per, facts)
    if (per !== undefined && value === undefined) continue
    const key = value === undefined ? id : `${id}\t${value}`
    const { seen, hits } = countOf(key) ?? { seen: 0, hits: 0 }
    if (hits >= times) continue
    const total = outcomes.reduce((sum, { weight = 1 }) => sum + weight, 0)
    const mark = draw(key, seen, 'choice') * total
    const reached = (i: number) =>
      outcomes.slice(0, i + 1).reduce((sum, { weight = 1 }) => sum + weight, 0)
    const outcome = outcomes.find((_, i) => mark < reached(i)) ?? {}
    const isTaken =
      seen >= skip &&
      (seen - skip + 1) % every === 0 &&
      draw(key, seen, 'chance') < Number.parseFloat(chance) / 100
    const layers = isTaken ? shapedLayers(outcome, facts).filter((layer) => left.has(layer)) : []
    for (const layer of layers) {
      decided[layer] = { id, outcome }
      left.delete(layer)
    }
    const isHit = layers.length > 0
    const counts: [string, RuleCount][] = [[key, { seen: seen + 1, hits: hits + Number(isHit) }]]
    if (value !== undefined) {
      const whole = countOf(id) ?? { seen: 0, hits: 0 }
      counts.push([id, { seen: whole.seen + 1, hits: whole.hits + Number(isHit) }])
    }
    asked.push({ rule, isHit, counts })
  }
  const stopper = decided.delivery?.outcome.fault?.at === 'before' ? decided.delivery.id : undefined
  const at = asked.findIndex(({ rule }) => rule.id === stopper)
  const counted =
    stopper === undefined
      ? asked
      : asked.filter(
          ({ rule, isHit }, i) => i === at || (i < at && !isHit && speaksOfDelivery(rule)),
        )
  return {
    decided,
    rules: counted.filter(({ isHit }) => isHit).map(({ rule }) => rule.id),
    counts: new Map(counted.flatMap(({ counts }) => counts)),
  }
}

function firstOfEachId(rules: readonly ScenarioRule[]): readonly ScenarioRule[] {
  return rules.filter(({ id }, i) => rules.findIndex((rule) => rule.id === id) === i)
}

const creating = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
]

/** The layers that an outcome says something about. */
function spokenLayers(outcome: WeightedDocument): readonly Layer[] {
  const { weight: _weight, kvps, drift, delay, fault, headers, ...bank } = outcome
  const layers: Layer[] = []
  if (Object.keys(bank).length > 0) layers.push('bank')
  if (kvps !== undefined || drift !== undefined) layers.push('extras')
  if ([delay, fault, headers].some((part) => part !== undefined)) {
    layers.push('delivery')
  }
  return layers.length === 0 ? ['bank', 'extras', 'delivery'] : layers
}

function speaksOfDelivery({ rule }: ScenarioRule): boolean {
  const outcomes = rule.outcome.one_of ?? [rule.outcome as WeightedDocument]
  return outcomes.some((outcome) => spokenLayers(outcome).includes('delivery'))
}

/** Of these, those that can do something to the request. */
function shapedLayers(outcome: WeightedDocument, facts: Facts): readonly Layer[] {
  const layers = spokenLayers(outcome)
  if (!creating.includes(facts.operation)) return layers.filter((layer) => layer === 'delivery')
  return layers.filter((layer) => layer !== 'bank' || bankShapes(outcome, facts))
}

function bankShapes(outcome: WeightedDocument, { operation, amount, pan, bsb, method }: Facts) {
  const {
    response_code: code,
    resolves,
    expires,
    status,
    response_message,
    gateway_status_code,
  } = outcome
  const isEmpty = [code, resolves, expires, status, response_message, gateway_status_code].every(
    (part) => part === undefined,
  )
  if (isEmpty || status !== undefined) return true
  if (response_message !== undefined || gateway_status_code !== undefined) return true
  if (code !== undefined && resolves !== undefined) return true
  if (code !== undefined && !code.startsWith('from-')) return true
  if (expires !== undefined && operation === 'preauthorisation') return true
  if (code === 'from-amount') return operation !== 'void' && amount !== undefined
  if (code === 'from-pan') return pan !== undefined
  if (code === 'from-bsb') return bsb !== undefined
  const isLater = ['purchase', 'refund', 'standalone_refund'].includes(operation)
  return resolves !== undefined && isLater && method === 'direct_debit'
}

function countedBy(per: PerName, facts: Facts): string | undefined {
  if (per === 'merchant') return String(facts.merchant)
  if (per === 'world') return ''
  return per === 'card' ? (facts.card ?? facts.pan) : facts[per]
}

/** A lookup or search is seen with the transaction it asks for only by a rule that names it. */
function holds(when: Conditions, given: Facts): boolean {
  const isAsking = given.operation === 'lookup' || given.operation === 'search'
  const { operation, merchant, user, correlation_id, audit, now } = given
  const facts: Facts =
    isAsking && when.operation === undefined
      ? { operation, merchant, user, correlation_id, audit, now }
      : given
  if (!allHold(when, facts)) return false
  const { from, until, ...excluded } = when.not ?? {}
  const single = Object.entries(excluded).map(([key, value]) =>
    key === 'kvp'
      ? Object.entries(value as object).map(([name, globs]) => ({ kvp: { [name]: globs } }))
      : [{ [key]: value }],
  )
  if (single.flat().some((one) => allHold(one as Conditions, facts))) return false
  const isTimed = from !== undefined || until !== undefined
  return !isTimed || !inWindow(from, until, facts.now)
}

function allHold(when: Conditions, facts: Facts): boolean {
  const texts = [
    [when.user, facts.user],
    [when.currency, facts.currency],
    [when.card_type, facts.card_type],
    [when.expiry, facts.expiry],
    [when.cvv, facts.cvv],
    [when.reference, facts.reference],
    [when.customer_reference, facts.customer_reference],
    [when.virtual_pan, facts.virtual_pan],
    [when.token_name, facts.token_name],
    [when.correlation_id, facts.correlation_id],
    [when.audit, facts.audit],
    [when.target_audit, facts.target_audit],
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
    inWindow(when.from, when.until, facts.now) &&
    texts.every(([globs, text]) => globs === undefined || isLike(globs, text))
  )
}

const clock = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function inWindow(from: string | undefined, until: string | undefined, now: number | undefined) {
  if (from === undefined && until === undefined) return true
  if (now === undefined) return false
  if (from?.length === 5 || until?.length === 5) {
    const time = clock.format(now)
    if (from === undefined) return time < (until ?? '')
    if (until === undefined) return time >= from
    return from < until ? time >= from && time < until : time >= from || time < until
  }
  return (
    (from === undefined || now >= Date.parse(from)) &&
    (until === undefined || now < Date.parse(until))
  )
}

function amountHolds(condition: Conditions['amount'], amount: string | undefined): boolean {
  if (condition === undefined) return true
  if (amount === undefined) return false
  if (Array.isArray(condition)) return isLike(condition, amount)
  const { min = 0, max = 1e12 } = condition as AmountRange
  return Number(amount) >= min && Number(amount) <= max
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
