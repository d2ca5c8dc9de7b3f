import { redactMembers, redactText } from '../../base/redaction/redacted.ts'
import { secretHeader } from '../conditions/header-condition.ts'
import type { TextParts } from '../conditions/text-parts.ts'
import { type TextName, textParts } from '../conditions/texts.ts'
import { builtInNames } from '../library.ts'
import { type LayerName, layerNames } from '../matching/layers.ts'
import type { Consideration, IdleRule } from '../matching/match.ts'
import { type RuleBook, visibleFacts } from '../matching/rule-book.ts'
import type { Facts } from '../rule.ts'
import { describeOutcome } from './describe-rule.ts'
import {
  conditionsOf,
  DECIDED_EARLIER,
  idleReason,
  maskedMismatch,
  type TriedRule,
} from './explain.ts'

/**
 * What the rules that were active made of a request. It is kept with the request, so that it stays
 * true when rules are added, used up or removed. The reasons are only made if somebody asks.
 */
export class ConsideredRules {
  readonly #consideration: Consideration
  readonly #facts: Facts
  #tried: readonly TriedRule[] | undefined

  constructor(consideration: Consideration, facts: Facts) {
    this.#consideration = consideration
    this.#facts = redactedFacts(facts, consideration.book.sees)
  }

  get decided(): readonly DecidingRule[] {
    return this.#consideration.decided.map(({ rule, layers, outcome }) => {
      const { one_of, sequence } = rule.rule.outcome
      const next = one_of || sequence ? { next: describeOutcome(outcome) } : undefined
      return { id: rule.id, layers: layerNames(layers), ...next }
    })
  }

  /** Every other rule, and why it had no effect. */
  get tried(): readonly TriedRule[] {
    this.#tried ??= this.#explained()
    return this.#tried
  }

  /** Files hold what is worth showing. */
  toJSON(): { readonly decided: ConsideredRules['decided']; readonly tried: readonly TriedRule[] } {
    return { decided: this.decided, tried: nearestRules(this.tried) }
  }

  #explained(): readonly TriedRule[] {
    const { book, decided, idle, last } = this.#consideration
    const visible = visibleFacts(this.#facts)
    const applied = new Set(decided.map(({ rule }) => rule))
    const idleBy = new Map<unknown, IdleRule>(idle.map((one) => [one.entry, one]))
    return book.entries.flatMap((entry): readonly TriedRule[] => {
      const { id } = entry.rule
      const idled = idleBy.get(entry)
      const { reason, failed, held } = conditionsOf(entry, visible)
      if (applied.has(entry.rule)) return []
      if (idled !== undefined) {
        const why = idleReason(idled, this.#facts) ?? DECIDED_EARLIER
        return [{ id, reason: why, failed: 0, held: failed + held }]
      }
      if (reason !== undefined) return [{ id, reason, failed, held }]
      if (entry.order > last) return [{ id, reason: DECIDED_EARLIER, failed, held }]
      // Only what is masked by now can have told the request from what the rule wants.
      return [{ id, reason: maskedMismatch(entry, visible), failed: 1, held: held - 1 }]
    })
  }
}

interface DecidingRule {
  readonly id: string
  readonly layers: readonly LayerName[]
  /** Which outcome of several it had. */
  readonly next?: string
}

/** The facts that the rules of the book look at, as they may be stored: numbers masked, free texts redacted. */
function redactedFacts(facts: Facts, sees: RuleBook['sees']): Facts {
  const { operation, merchant, method, amount, card_type, now, calendar, card, findsNothing } =
    facts
  const redacted: MutableFacts = {
    operation,
    merchant,
    method,
    amount,
    card_type,
    now,
    calendar,
    card,
    findsNothing,
  }
  for (const name of sees) {
    if (name === 'kvp')
      redacted.kvp = facts.redacted?.kvps ?? (facts.kvp && redactMembers(facts.kvp))
    else if (name === 'reference' && facts.redacted) redacted.reference = facts.redacted.reference
    else if (name === 'header') redacted.header = facts.header && redactedHeaders(facts.header)
    else if (name !== 'card_type' && isTextName(name))
      redacted[name] = redactedValue(name, facts[name])
  }
  return redacted
}

type MutableFacts = { -readonly [Name in keyof Facts]: Facts[Name] }

function isTextName(name: string): name is TextName {
  return Object.hasOwn(textParts, name)
}

const freeTexts: ReadonlySet<TextName> = new Set([
  'reference',
  'correlation_id',
  'customer_reference',
  'token_name',
])

function redactedValue(name: TextName, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (name === 'cvv') return 'x'.repeat(text.length)
  if (freeTexts.has(name)) return redactText(text)
  const { mask }: TextParts = textParts[name]
  return mask === undefined ? text : mask(text)
}

/** Without credentials. */
function redactedHeaders(header: NonNullable<Facts['header']>): Facts['header'] {
  const redacted = Object.entries(header).map(([name, value]) => {
    const text = typeof value === 'object' ? value.join(', ') : (value ?? '')
    return [name, secretHeader.test(name) ? '(hidden)' : redactText(text)]
  })
  return Object.fromEntries(redacted)
}

/** How many nearly matching rules are worth showing. */
const NEAREST = 5

/** Own rules first, then the most conditions matched and the fewest unmatched; ties keep the priority order. */
export function nearestRules(tried: readonly TriedRule[]): readonly TriedRule[] {
  const shipped = (id: string) => Number(builtInNames.includes(id.slice(0, id.indexOf('/'))))
  return tried
    .filter(({ id, failed, held }) => failed === 0 || (failed === 1 && held >= shipped(id)))
    .toSorted(
      (one, other) =>
        shipped(one.id) - shipped(other.id) || one.failed - other.failed || other.held - one.held,
    )
    .slice(0, NEAREST)
}
