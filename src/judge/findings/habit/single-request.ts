import { moneyText } from '../../../domain/money.ts'
import { type CardInText, type Exchange, isRefusedFor } from '../../../record/exchange.ts'
import type { Attempt } from '../../payments/judged-payment.ts'
import { orderName } from '../../payments/retry.ts'
import { doneWord, isDone, isUnknowable, refundedOf } from '../../payments/taken.ts'
import type { CallContext, CallFinding } from '../finding.ts'
import { attemptAmount, requestLine } from '../payment/words.ts'

export const browserCall: CallFinding<'browser-call'> = {
  code: 'browser-call',
  severity: 'error',
  one: 'call from a browser',
  many: 'calls from a browser',
  seen: 'A web page called the API directly. The page came from this machine or from a host name of this sandbox. Calls from pages of other sites are refused, and the report only counts them.',
  recipe: 'docs/reference/api.md#errors',
  watch: () => (exchange) => {
    const { origin } = exchange.request
    if (origin === null && !isRefusedFor(exchange, 'browser_call_refused')) return undefined
    const page = origin === null ? 'on this machine' : `at ${origin}`
    return {
      key: page,
      subject: `page ${page}`,
      message: `A web page ${page} called the gateway itself, so your credentials and your customers' card numbers are in the browser.`,
      advice: 'Call the gateway from your backend only, and let the page call your backend.',
    }
  },
}

export const cardNumberInText: CallFinding<'card-number-in-text'> = {
  code: 'card-number-in-text',
  severity: 'error',
  one: 'card number in free text',
  many: 'card numbers in free text',
  seen: 'A reference, a name, a KVP or a correlation id contained a card number: one that the run has used, or a published test number.',
  recipe: 'SECURITY.md#card-data',
  watch: () => (exchange, context) => {
    const where = locationsOf(exchange, (one) => isCard(one, context))
    if (where === '') return undefined
    return {
      key: `${exchange.operation} ${where}`,
      subject: where,
      message: `A whole card number is in ${where}. The sandbox masks it; another gateway may store and show it.`,
      advice: 'Use an order number or another name there, never the card number.',
    }
  },
}

export const looksLikeACardNumber: CallFinding<'looks-like-a-card-number'> = {
  code: 'looks-like-a-card-number',
  severity: 'warning',
  one: 'number that looks like a card number',
  many: 'numbers that look like card numbers',
  seen: 'Digits in a reference, a name or a KVP look like a card number, but no request of the run used such a card. Correlation ids and digits after `0.` are not checked, because random digits are usual there.',
  recipe: 'docs/reference/api.md#bodies',
  watch: () => (exchange, context) => {
    const isRandom = ({ place }: CardInText) => /correlation.id/i.test(place)
    const where = locationsOf(exchange, (one) => !isCard(one, context) && !isRandom(one))
    if (where === '') return undefined
    return {
      key: `${exchange.operation} ${where}`,
      subject: where,
      message: `Digits in ${where} look like a card number. The sandbox masks them, and a real gateway may do so too.`,
      advice: 'If it is not a card number, use fewer digits, or add letters.',
    }
  },
}

function locationsOf({ facts }: Exchange, isMeant: (one: CardInText) => boolean): string {
  const locations = facts.card_number_in?.filter(isMeant).map(({ place }) => place) ?? []
  return [...new Set(locations)].join(', ')
}

/** Whether the run has used the card, or it is a published test number. */
function isCard({ card, published: isPublished }: CardInText, { cards }: CallContext): boolean {
  return isPublished || cards.has(card)
}

export const rawCardAfterToken: CallFinding<'raw-card-after-token'> = {
  code: 'raw-card-after-token',
  severity: 'warning',
  one: 'stored card sent in full',
  many: 'stored cards sent in full',
  seen: 'A full card number was sent although an active token of that merchant stores the card.',
  recipe: 'docs/reference/vault.md#paying-with-a-virtual-pan',
  watch: () => (exchange) => {
    if (!exchange.facts.stored_card) return undefined
    return {
      key: `${exchange.card}`,
      subject: orderName(exchange.asked.reference ?? ''),
      message: `The full card number was sent although the vault stores this card.`,
      advice:
        "Send the token's virtual PAN, which GET /v1/customers/{id}/tokens shows; then you need not keep the card number.",
    }
  },
}

export const notATestCard: CallFinding<'not-a-test-card'> = {
  code: 'not-a-test-card',
  severity: 'warning',
  one: 'card that is not a test card',
  many: 'cards that are not test cards',
  seen: 'A request had a card number that no payment provider publishes for tests. It may be a real card.',
  recipe: 'docs/reference/magic-values.md#cards',
  watch: () => (exchange) => {
    const { foreign_card: foreignCard } = exchange.facts
    if (foreignCard === undefined) return undefined
    return {
      key: foreignCard,
      subject: `card ${foreignCard}`,
      message: `Card ${foreignCard} is not a published test number, so it may be somebody's.`,
      advice:
        'Use 4111111111111111 or another test number; `npx sandgate magic` lists those that trigger a result.',
    }
  },
}

export const unknownField: CallFinding<'unknown-field'> = {
  code: 'unknown-field',
  severity: 'warning',
  one: 'unknown field',
  seen: 'A request had a field that the API does not know. A preauthorisation code in a completion is not reported.',
  recipe: 'docs/reference/api.md#bodies',
  watch: () => (exchange) => {
    const { unknown_fields: unknownFields } = exchange.request
    if (unknownFields.length === 0) return undefined
    const { operation } = exchange
    const members = unknownFields.filter(
      (path) => operation !== 'completion' || !path.endsWith('preauthorisation_code'),
    )
    if (members.length === 0) return undefined
    const names = firstOf(members)
    return {
      key: `${operation} ${names}`,
      subject: names,
      message: `The API has no ${names} in a ${operation?.replaceAll('_', ' ')}; it was ignored.`,
      advice: `Remove it from ${requestLine(exchange)}, or check its spelling: a misspelt field is ignored too.`,
    }
  },
}

const NAMED = 10

/** Names only the first members: a body may have thousands. */
function firstOf(members: readonly string[]): string {
  const left = members.length - NAMED
  return left > 0 ? `${members.slice(0, NAMED).join(', ')} and ${left} more` : members.join(', ')
}

export const standaloneRefund: CallFinding<'standalone-refund'> = {
  code: 'standalone-refund',
  severity: 'note',
  one: 'standalone refund',
  seen: 'A standalone refund went to a card or bank account that had made a payment of at least this amount. A refund by audit number would be tied to that payment.',
  recipe: 'docs/reference/api.md#rules',
  watch:
    () =>
    (exchange, { attempt, book }) => {
      if (attempt?.operation !== 'standalone_refund') return undefined
      const { card, merchant } = exchange
      const { made } = attempt
      if (made === undefined || card === undefined) return undefined
      const original = book.paidWith(merchant, card).find((one) => isEnough(one, made))
      if (original === undefined) return undefined
      return {
        key: `${made.audit}`,
        subject: `${orderName(attempt.requested.reference)}, ${moneyText(made.amount, made.currency)}`,
        message: `A standalone refund of ${moneyText(made.amount, made.currency)} went to the ${paidText(original)}.`,
        advice: `Send POST /v1/transactions/${original.made?.audit}/refund. The gateway then limits the refund to what was paid.`,
        exchanges: original.exchange === undefined ? [exchange] : [original.exchange, exchange],
      }
    },
}

/** `card that had paid AUD 49.95 (audit 1000001)` */
function paidText({ made }: Attempt): string {
  if (made === undefined) return 'card'
  const money = moneyText(made.total, made.currency)
  const paid =
    made.method === 'card'
      ? `card that had paid ${money}`
      : `account whose debit of ${money} had cleared`
  return `${paid} (audit ${made.audit})`
}

/** Whether the unrefunded rest covers the refund. */
function isEnough(
  { status, made, payment }: Attempt,
  refund: NonNullable<Attempt['made']>,
): boolean {
  if (status !== 'approved' || made === undefined || made.currency !== refund.currency) return false
  return made.total - refundedOf(payment, made.audit) >= refund.total
}

export const misleadingRule: CallFinding<'misleading-rule'> = {
  code: 'misleading-rule',
  severity: 'note',
  one: 'rule that hides a charge',
  many: 'rules that hide a charge',
  seen: "A rule sent a 4xx with the gateway's list of errors although the request was processed. The gateway never does this, so no client can know that money moved. What the client does next about this payment is not judged.",
  recipe: 'docs/reference/scenario-file.md#fault',
  watch:
    () =>
    ({ rules }, { attempt }) => {
      if (attempt === undefined || !isUnknowable(attempt) || !isDone(attempt)) return undefined
      const rule = rules.at(-1) ?? 'of the scenario'
      return {
        key: rule,
        subject: `rule ${rule}`,
        message: `A rule refused a ${attempt.operation.replaceAll('_', ' ')} with the gateway's list of errors after ${attemptAmount(attempt)} was ${doneWord(attempt)}. The gateway never does this, and no client can know it.`,
        advice:
          'To imitate a proxy, leave out `error_code` and `body: json`; to imitate a refusal, use `at: before`.',
      }
    },
}
