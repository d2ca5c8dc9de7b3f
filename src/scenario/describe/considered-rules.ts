import { maskAccountNumber } from '../../domain/bank-account.ts'
import { maskPan } from '../../domain/card/card.ts'
import { redactMembers, redactText } from '../../domain/redaction/redacted.ts'
import { secretHeader } from '../conditions/header-condition.ts'
import { shippedNames } from '../library.ts'
import { layerNames } from '../matching/layers.ts'
import type { Consideration, IdleRule } from '../matching/match.ts'
import { visibleFacts } from '../matching/rule-book.ts'
import type { Facts } from '../rule.ts'
import {
  conditionsOf,
  DECIDED_EARLIER,
  type Explanation,
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
    this.#facts = keptFacts(facts)
  }

  get decided(): readonly { readonly id: string; readonly layers: LayerNames }[] {
    return this.#consideration.decided.map(({ rule, layers }) => ({
      id: rule.id,
      layers: layerNames(layers),
    }))
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

type LayerNames = Explanation['decided'][number]['layers']

/** The facts as they may be kept: numbers masked, free texts redacted. */
function keptFacts(facts: Facts): Facts {
  const { pan, cvv, account_number, reference, correlation_id, kvp } = facts
  const { customer_reference, token_name, header } = facts
  return {
    ...facts,
    pan: pan && maskPan(pan),
    cvv: cvv && 'x'.repeat(cvv.length),
    account_number: account_number && maskAccountNumber(account_number),
    reference: reference && redactText(reference),
    correlation_id: correlation_id && redactText(correlation_id),
    customer_reference: customer_reference && redactText(customer_reference),
    token_name: token_name && redactText(token_name),
    kvp: kvp && redactMembers(kvp),
    header: header && keptHeaders(header),
  }
}

/** Without credentials. */
function keptHeaders(header: NonNullable<Facts['header']>): Facts['header'] {
  const kept = Object.entries(header).map(([name, value]) => {
    const text = typeof value === 'object' ? value.join(', ') : (value ?? '')
    return [name, secretHeader.test(name) ? '(hidden)' : redactText(text)]
  })
  return Object.fromEntries(kept)
}

/** How many nearly matching rules are worth showing. */
const NEAREST = 5

/** Own rules first, then the most conditions met and the fewest unmet; ties keep the priority order. */
export function nearestRules(tried: readonly TriedRule[]): readonly TriedRule[] {
  const shipped = (id: string) => Number(shippedNames.includes(id.slice(0, id.indexOf('/'))))
  return tried
    .filter(({ id, failed, held }) => failed === 0 || (failed === 1 && held >= shipped(id)))
    .toSorted(
      (one, other) =>
        shipped(one.id) - shipped(other.id) || one.failed - other.failed || other.held - one.held,
    )
    .slice(0, NEAREST)
}
