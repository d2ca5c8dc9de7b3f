import { browserCall } from './habit/browser-call.ts'
import { cardNumberInText } from './habit/card-number-in-text.ts'
import { computedPage } from './habit/computed-page.ts'
import { hammering } from './habit/hammering.ts'
import { noTimeOut } from './habit/no-time-out.ts'
import { notATestCard } from './habit/not-a-test-card.ts'
import { rawCardAfterToken } from './habit/raw-card-after-token.ts'
import { retriedHardDecline } from './habit/retried-hard-decline.ts'
import { retriedRejection } from './habit/retried-rejection.ts'
import { reusedCorrelationId } from './habit/reused-correlation-id.ts'
import { staleSearch } from './habit/stale-search.ts'
import { standaloneRefund } from './habit/standalone-refund.ts'
import { unknownField } from './habit/unknown-field.ts'
import { blindRetry } from './payment/blind-retry.ts'
import { doubleCharge } from './payment/double-charge.ts'
import { doubleRefund } from './payment/double-refund.ts'
import { ignoredPending } from './payment/ignored-pending.ts'
import { lostSale } from './payment/lost-sale.ts'
import { unresolved } from './payment/unresolved.ts'
import { ruleNeverMet } from './rule-never-met.ts'

/** Found in what became of each payment. */
export const storyFindings = [
  doubleCharge,
  doubleRefund,
  blindRetry,
  unresolved,
  lostSale,
  ignoredPending,
] as const

/** Found in single calls, and in how one follows another. */
export const callFindings = [
  reusedCorrelationId,
  browserCall,
  cardNumberInText,
  hammering,
  retriedRejection,
  retriedHardDecline,
  computedPage,
  staleSearch,
  rawCardAfterToken,
  notATestCard,
  unknownField,
  noTimeOut,
  standaloneRefund,
] as const

/** Every kind of finding, the worst first. */
export const allFindings = [...storyFindings, ...callFindings, ruleNeverMet] as const
