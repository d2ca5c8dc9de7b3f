import { capitalised } from '../../base/text/counted.ts'
import { booksFindings } from '../books/books-findings.ts'
import { blindRecreate } from './habit/blind-recreate.ts'
import { reusedCorrelationId, searchTooLate } from './habit/correlation-id.ts'
import { guessedPage, ignoredRetryAfter } from './habit/ignored-answer.ts'
import { retriedHardDecline, retriedRejection } from './habit/retried.ts'
import {
  browserCall,
  cardNumberInText,
  looksLikeACardNumber,
  misleadingRule,
  notATestCard,
  rawCardAfterToken,
  standaloneRefund,
  unknownField,
} from './habit/single-request.ts'
import { hammering, noTimeout } from './habit/waiting.ts'
import { chargedAtOnce, doubleCharge, doubleRefund, lateRequest } from './payment/double.ts'
import {
  chargedAgain,
  chargedThoughRefused,
  ignoredPending,
  lostSale,
} from './payment/overlooked.ts'
import {
  forgottenHold,
  holdLeftOpen,
  paidAgain,
  refundedAndReturned,
} from './payment/paid-again.ts'
import { blindRetry, unresolved } from './payment/unresolved.ts'
import { unmatchedRule } from './unmatched-rule.ts'

/** Findings about payments. */
export const paymentFindings = [
  doubleCharge,
  doubleRefund,
  paidAgain,
  refundedAndReturned,
  blindRetry,
  unresolved,
  reusedCorrelationId,
  chargedAtOnce,
  lateRequest,
  chargedAgain,
  chargedThoughRefused,
  lostSale,
  ignoredPending,
] as const

/** Findings about single calls, or about the order of calls. */
export const callFindings = [
  reusedCorrelationId,
  browserCall,
  cardNumberInText,
  hammering,
  ignoredRetryAfter,
  blindRecreate,
  retriedRejection,
  retriedHardDecline,
  guessedPage,
  searchTooLate,
  rawCardAfterToken,
  notATestCard,
  looksLikeACardNumber,
  unknownField,
  noTimeout,
  standaloneRefund,
  misleadingRule,
] as const

/** Every kind of finding, the worst first. */
export const allFindings = [
  ...new Set([
    ...paymentFindings,
    holdLeftOpen,
    forgottenHold,
    ...booksFindings,
    ...callFindings,
    unmatchedRule,
  ]),
] as const

export type AnyFinding = (typeof allFindings)[number]

/** Scripts depend on these names. */
export type FindingCode = AnyFinding['code']

/** Kinds of findings in words: `Double charge`, `Double charge, blind retry`. */
export function findingName(...codes: readonly string[]): string {
  const names = codes.map(
    (code) => allFindings.find((kind) => kind.code === code)?.one ?? code.replaceAll('-', ' '),
  )
  return capitalised(names.join(', '))
}
