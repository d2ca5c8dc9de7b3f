import { Recent } from '../../../base/recent.ts'
import { moneyText } from '../../../domain/money.ts'
import { adviceOn, bankCodes } from '../../../domain/transaction/bank-codes.ts'
import { type Exchange, refusalText } from '../../../record/exchange.ts'
import { orderName } from '../../payments/retry.ts'
import type { CallFinding } from '../finding.ts'
import { requestLine } from '../payment/words.ts'

/** Statuses that allow a retry: with new credentials, later, or to learn what happened to the first. */
const passing: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])

/** Refusals that may no longer apply after something else has happened. */
const passingReasons: ReadonlySet<string> = new Set([
  'not_found',
  'forbidden_merchant',
  'vault_not_enabled',
  'not_completable',
  'already_completed',
  'amount_exceeds_preauthorisation',
  'not_refundable',
  'refund_exceeds_original',
  'not_voidable',
  'token_not_found',
  'token_inactive',
  'preferred_name_in_use',
  'reference_in_use',
])

export const retriedRejection: CallFinding<'retried-rejection'> = {
  code: 'retried-rejection',
  severity: 'warning',
  one: 'retried rejection',
  seen: 'The same request was sent again after a 4xx. It is not reported after 401, 408, 409 and 429, or if the second request was accepted because something had changed.',
  watch: () => {
    const refused = new Recent<string, Exchange>()
    return (exchange) => {
      const { fingerprint } = exchange.facts
      if (fingerprint === undefined) return undefined
      const before = refused.get(keyOf(exchange, fingerprint))
      const isRefused = isRejection(exchange)
      if (isRefused) refused.set(keyOf(exchange, fingerprint), exchange)
      if (before === undefined) return undefined
      const [reason] = before.facts.refusals ?? []
      // A proxy that refused for itself, too, may let the next one through.
      const isPassing =
        (reason !== undefined && passingReasons.has(reason.code)) || before.fault !== null
      if (!isRefused && isPassing) return undefined
      const again = isRefused ? ` and was refused again (${refusalText(exchange)})` : ''
      return {
        key: keyOf(exchange, fingerprint),
        subject: requestLine(exchange),
        message: `The same request was sent again after ${refusalText(before)}${again}.`,
        advice: `Correct the request before you send ${requestLine(exchange)} again: a 4xx means that the request itself is wrong.`,
        exchanges: [before, exchange],
      }
    }
  },
}

function keyOf({ operation }: Exchange, fingerprint: string): string {
  return `${operation} ${fingerprint}`
}

/** A request that was processed all the same was not wrong in itself. */
function isRejection({ response, facts }: Exchange): boolean {
  const status = response.status ?? 0
  return status >= 400 && status < 500 && !passing.has(status) && facts.made === undefined
}

export const retriedHardDecline: CallFinding<'retried-hard-decline'> = {
  code: 'retried-hard-decline',
  severity: 'warning',
  one: 'retried hard decline',
  seen: 'The same card and amount was tried again after a decline that [response-codes.md](../reference/response-codes.md) marks "do not retry this card or account". Another expiry date is fine.',
  recipe: 'docs/reference/response-codes.md#cards',
  watch: () => {
    const declined = new Recent<string, Exchange>()
    return (exchange) => {
      const { card, merchant, facts, asked } = exchange
      const { made } = facts
      if (made === undefined || card === undefined || isFollowUp(exchange)) return undefined
      const isHard = made.method === 'card' && adviceOn(made.response_code) === 'never'
      if (!isHard && declined.isEmpty) return undefined
      const key = `${merchant} ${card} ${made.expiry} ${made.amount} ${made.currency}`
      const before = declined.get(key)
      if (isHard) declined.set(key, exchange)
      if (before === undefined) return undefined
      const code = before.facts.made?.response_code ?? ''
      return {
        key,
        subject: `${orderName(asked.reference ?? '')}, ${moneyText(made.amount, made.currency)}`,
        message: `The same card and amount was tried again after decline ${code} (${meaningOf(code)}), which is final.`,
        advice: `Ask for another card before you send ${requestLine(exchange)} again; card schemes fine merchants who keep trying.`,
        exchanges: [before, exchange],
      }
    }
  },
}

/** `stolen card` */
function meaningOf(code: string): string {
  const words = bankCodes.find((one) => one.code === code)?.message ?? 'declined'
  return words.slice(0, 1).toLowerCase() + words.slice(1)
}

/** A request on an earlier transaction does not choose the card. */
function isFollowUp({ asked }: Exchange): boolean {
  return asked.target !== undefined
}
