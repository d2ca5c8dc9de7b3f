import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import type { Redacted, RedactedValue } from '../../../domain/redaction/redacted.ts'
import type { Asked } from '../../../insight/exchange.ts'
import type { Decision } from '../../answer.ts'
import { redactedAt } from './redacted-request.ts'

/**
 * What a call asked for: what its handler read, or what could be read of a refused one, with the
 * number that was to pay. The journal, findings and pages take it from here.
 */
export function askedOf(
  { asked }: Pick<Decision, 'asked'>,
  body: RedactedValue | undefined,
  assumptions: Assumptions,
): Asked {
  const { direct_debit_payment_method: debit, direct_debit_members: members } = assumptions
  const method = redactedAt(body, 'transaction', 'payment_method')
  const pan = textOf(redactedAt(method, 'creditcard', 'pan'))
  // No spread: all calls share one object shape, built without copying.
  return {
    reference: asked.reference,
    amount: asked.amount,
    currency: asked.currency,
    account:
      pan ??
      textOf(redactedAt(method, debit, members.account_number)) ??
      maskedIn(redactedAt(body, 'account')),
    rail: railOf(method, pan),
    target: asked.target,
    audit: asked.audit,
    correlationKey: asked.correlationKey,
  }
}

function railOf(method: RedactedValue | undefined, pan: string | undefined): Asked['rail'] {
  // A token may stand for a card or a bank account.
  if (pan !== undefined) return pan.startsWith('9') ? undefined : 'card'
  if (typeof method !== 'object' || method === null) return undefined
  return Object.keys(method).some((name) => name !== 'creditcard') ? 'direct_debit' : undefined
}

const masked = /^[0-9]*x+[0-9]{4}$/

/** The first masked number of an account that is to be stored. */
function maskedIn(value: RedactedValue | undefined): Redacted | undefined {
  if (typeof value === 'string') return masked.test(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const member of Object.values(value)) {
    const found = maskedIn(member)
    if (found !== undefined) return found
  }
  return undefined
}

function textOf(value: RedactedValue | undefined): Redacted | undefined {
  return typeof value === 'string' ? value : undefined
}
