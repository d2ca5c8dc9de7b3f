import { maskPan } from '../../../../base/redaction/card-number.ts'
import { isTestPan } from '../../../../base/redaction/test-cards.ts'
import type { Operation } from '../../../../scenario/rule.ts'
import type { CallRecord } from '../../answer.ts'
import type { Call } from '../../call.ts'
import { redactedOf } from './redacted-request.ts'

/** The record of a call that was refused or lost before a handler understood it: what can be read of it. */
export function refusedCallRecord(
  call: Call,
  operation: Operation | undefined,
  status: number | undefined,
): CallRecord {
  const { merchant, fullPan } = redactedOf(call)
  const isLook = operation === 'lookup' || operation === 'search'
  return {
    rules: [],
    considered: undefined,
    // An operation without a merchant is for that of its user; other requests have none.
    merchant: merchant ?? (operation === undefined ? undefined : call.user?.merchant),
    card: fullPan && call.world.environment.fingerprint(fullPan),
    facts: {
      shown: isLook && status === 404 ? null : undefined,
      foreignCard: fullPan === undefined || isTestPan(fullPan) ? undefined : maskPan(fullPan),
    },
  }
}
