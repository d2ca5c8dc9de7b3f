import { isPan, isVirtualPan, maskPan } from '../../../domain/card/card.ts'
import { isTestPan } from '../../../domain/card/test-cards.ts'
import { isIdentifier } from '../../../domain/identifier.ts'
import { memberOf } from '../../../domain/plain-object.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import type { Operation } from '../../../scenario/rule.ts'
import { textKey } from '../../../world/commands/redacted-input.ts'
import type { Decision } from '../../answer.ts'
import type { Call } from '../../call.ts'
import { redactedAt, redactedOf } from './redacted-request.ts'

/** The record of a call that was refused or lost before a handler understood it: what can be read of it. */
export function refusedDecision(
  call: Call,
  operation: Operation | undefined,
  status: number | undefined,
): Decision {
  const pan = fullPanIn(call)
  const isLook = operation === 'lookup' || operation === 'search'
  return {
    rules: [],
    merchant: merchantIn(call, operation),
    card: pan && call.world.environment.fingerprint(pan),
    asked: (isLook ? soughtIn(call) : requestedIn(call)) ?? {},
    facts: {
      shown: isLook && status === 404 ? null : undefined,
      foreignCard: pan === undefined || isTestPan(pan) ? undefined : maskPan(pan),
    },
  }
}

/** What a transaction request asks for, as far as it can be read. */
function requestedIn(call: Call): Decision['asked'] | undefined {
  const transaction = redactedAt(redactedOf(call).body, 'transaction')
  const reference = redactedAt(transaction, 'reference')
  const isText = typeof memberOf(memberOf(call.body, 'transaction'), 'reference') === 'string'
  if (!isText || typeof reference !== 'string') return undefined
  const amounts = redactedAt(transaction, 'amount_details')
  const amount = redactedAt(amounts, 'total_amount')
  const currency = redactedAt(amounts, 'currency')
  return {
    reference,
    amount: typeof amount === 'string' && /^\d{1,12}$/.test(amount) ? Number(amount) : undefined,
    currency: typeof currency === 'string' ? redactText(currency.slice(0, 3)) : undefined,
    target: auditIn(call.pathValues),
  }
}

/** Only a valid audit: a client may have put a card number there. */
function auditIn({ audit }: Call['pathValues']): number | undefined {
  const number = Number(audit)
  return isIdentifier(number) ? number : undefined
}

function soughtIn({ world, pathValues, query }: Call): Decision['asked'] | undefined {
  const audit = auditIn(pathValues)
  if (audit !== undefined) return { audit }
  const id = query.correlation_id_lookup
  return id === undefined ? undefined : { correlationKey: textKey(world, id) }
}

/** The number of a card that is given in full, wherever the operation has it. */
function fullPanIn({ body, world }: Call): string | undefined {
  const paid = memberOf(memberOf(memberOf(body, 'transaction'), 'payment_method'), 'creditcard')
  const stored = memberOf(memberOf(body, 'account'), 'general_creditcard')
  const pan = paid === undefined ? memberOf(stored, 'CARD.PAN') : memberOf(paid, 'pan')
  if (typeof pan !== 'string' || !isPan(pan)) return undefined
  return isVirtualPan(pan, world.environment.assumptions) ? undefined : pan
}

/**
 * Only a valid merchant id: a client may have put a card number there. An operation without one is for
 * its user's merchant; other requests have none.
 */
function merchantIn(
  { query, body, user }: Call,
  operation: Operation | undefined,
): number | undefined {
  const named = (body as { merchant?: { id?: unknown } } | null | undefined)?.merchant?.id
  if (isIdentifier(named)) return named
  const merchant = Number(query.merchant_id)
  if (isIdentifier(merchant)) return merchant
  return operation === undefined ? undefined : user?.merchant
}
