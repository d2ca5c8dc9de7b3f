import { redactText } from '../../base/redaction/redacted.ts'
import type { Order } from './order-schema.ts'

/** The references of an order, as the gateway stores them. */
export function referencesOf({ reference, references = [] }: Order): readonly string[] {
  return (reference === undefined ? references : [reference, ...references]).map(redactText)
}

export function auditsOf({ audit, audits = [] }: Order): readonly number[] {
  return audit === undefined ? audits : [audit, ...audits]
}

export function nameOfOrder({ reference, references, audit, audits }: Order): string {
  return redactText(reference ?? references?.[0] ?? `audit ${audit ?? audits?.[0]}`)
}

/** States in which a shop expects no more money for an order. */
const closedStates =
  /^(?:cancell?ed|failed|declined|rejected|expired|voided|refunded|returned|abandoned|closed|completed?|done|fulfilled|paid|shipped|delivered)$/i

/** Whether the books expect no payment for an order: it is paid already, or has such a state. */
export function isClosed({ paid, pending, state = '' }: Order): boolean {
  return (paid > 0 && pending === 0) || closedStates.test(state.trim())
}
