import { moneyText } from '../../domain/money.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { searchCall } from '../findings/payment/words.ts'
import type { BooksFinding, BookTotals } from './books-document.ts'
import { type BooksCode, booksKind } from './books-findings.ts'
import { auditsOf, isClosed, nameOfOrder } from './order.ts'
import { type BookedTransaction, isBookedRefund, type OrderMoney } from './order-money.ts'
import type { Order } from './order-schema.ts'

/** A difference, before it is known whether its order needs its merchant in its name. */
export type UnnamedFinding = Omit<BooksFinding, 'order'>

/** What is wrong with one order: the words, and the transaction that the advice is about. */
interface Difference {
  readonly code: BooksCode
  readonly severity?: 'error'
  readonly message: string
  readonly advice: string
  /** As in a finding, if its kind has several. */
  readonly cause?: string
  readonly about?: BookedTransaction | undefined
}

/** An order, what the gateway did with its money, and how much of that the books do not have. */
interface Compared {
  readonly order: Order
  readonly gateway: OrderMoney
  readonly money: (cents: number) => string
  readonly unbooked: Unbooked
}

/** Money that the books do not have. */
export interface Unbooked {
  /** Refunds to a card or account that no order has, or more of them than the order has. */
  readonly refundsTo: (payer: string) => readonly BookedTransaction[]
  /** Payments of an amount that no order has. */
  readonly paymentsOf: (cents: number) => readonly BookedTransaction[]
}

type About = BookedTransaction | undefined

/** `GET /v1/transactions/1000001` */
function lookup(about: About): string {
  return `GET ${addressOf(about)}`
}

function addressOf(about: About): string {
  return `/v1/transactions/${about?.audit ?? '{audit}'}`
}

/** The search for a transaction by its correlation id. */
function search(about: About): string {
  const { merchant, correlationId } = about ?? {}
  return correlationId === undefined
    ? 'GET /v1/transactions?merchant_id=…&correlation_id_lookup=…'
    : searchCall({ merchant, correlationId })
}

/** The question that finds a transaction now: the gateway forgets a correlation id, but no audit. */
function askFor(about: About): string {
  const isForgotten = about !== undefined && about.correlationId === undefined
  return `Ask ${isForgotten ? lookup(about) : search(about)}`
}

/** How its money can still be given back: `void it with … before the cut-off`. */
function undoOf(about: About): { readonly cause: string; readonly undo: string } {
  const voided = `void it with POST ${addressOf(about)}/void`
  if (about === undefined || about.isVoidable) {
    return { cause: 'voidable', undo: `${voided} before the cut-off` }
  }
  const later = ' as soon as it is approved'
  if (about.isVoidableOnceApproved) return { cause: 'voidable-later', undo: `${voided}${later}` }
  const over = 'it can no longer be voided'
  if (isBookedRefund(about)) return { cause: 'paid-out', undo: `ask the customer for it: ${over}` }
  const [cause, when] =
    about.status === 'pending' ? ['refundable-later', later] : ['refundable', '']
  return { cause, undo: `refund it with POST ${addressOf(about)}/refund${when}: ${over}` }
}

/** The differences between the books and the gateway for one order. */
export function differencesOf(
  order: Order,
  gateway: OrderMoney,
  unbooked: Unbooked,
  usualCurrency = '',
): readonly UnnamedFinding[] {
  const currency = gateway.first?.currency ?? order.currency ?? usualCurrency
  const money = (cents: number) => moneyText(cents, currency)
  const compared = { order, gateway, money, unbooked }
  const { paid, refunded, held, pending, state } = order
  const books = { paid, refunded, held, pending, ...(state && { state: redactText(state) }) }
  const merchant = order.merchant ?? gateway.first?.merchant ?? null
  const named = { reference: nameOfOrder(order), merchant, currency, books }
  const found = [
    ...(isVoidedRefund(order, gateway)
      ? [voidedRefund(compared)]
      : [paymentDifference(compared), refundDifference(compared)]),
    pendingDifference(compared),
    holdDifference(compared),
  ]
  return found.flatMap((one) => (one === undefined ? [] : booksFinding(one, gateway, named)))
}

/** Money of a reference that no order has. */
export function notInBooks(gateway: OrderMoney): UnnamedFinding {
  const { paid, refunded, held, pending } = gateway
  const { reference, merchant, currency, audit } = gateway.first as BookedTransaction
  const money = (cents: number) => moneyText(cents, currency)
  const net = paid - refunded
  const parts = [
    net > 0 ? `charged ${money(net)}` : '',
    net < 0 ? `refunded ${money(-net)}` : '',
    held > 0 ? `holds ${money(held)}` : '',
    pending > 0 ? `has ${money(pending)} pending` : '',
  ].filter((part) => part !== '')
  const under = reference === '' ? 'without a reference' : `under reference ${reference}`
  const isRefund = net < 0 || (net === 0 && held === 0 && gateway.debiting === 0)
  const [about] = isRefund ? gateway.refunds : gateway.payments
  const { cause, undo } = undoOf(about)
  const difference: Difference = {
    code: 'not-in-books',
    about,
    cause,
    message: `The gateway ${parts.join(' and ')} ${under}, and no order in the books has it.`,
    advice: isRefund
      ? `Ask ${lookup(about)}: add the refund to the order that it belongs to, or, if no order explains it, ${undo}. Write a refund down before you send it, so that a crash cannot lose it.`
      : `${askFor(about)}: add the payment to the order that it belongs to, or ${undo}. Write an order down before you send its payment, so that a crash cannot lose it.`,
  }
  const named = { reference: reference || `audit ${audit}`, merchant, currency, books: null }
  return booksFinding(difference, gateway, named)
}

/** Whether a reference that no order has moved money, or still may. */
export function movesMoney({ isUndecided, paid, refunded, held, pending }: OrderMoney): boolean {
  return !isUndecided && (paid !== refunded || held > 0 || pending > 0)
}

/** Whether more was refunded, or is on its way back, than an order has. */
export function hasUnbookedRefunds(order: Order, { refunded, returning }: OrderMoney): boolean {
  return refunded + returning > order.refunded + order.pending
}

/** Many shops write a void as a refund: the customer has the same money either way. */
function isVoidedRefund(books: BookTotals, gateway: OrderMoney): boolean {
  const more = books.paid - gateway.paid
  const isSame = more === books.refunded - gateway.refunded
  return isSame && more > 0 && more <= gateway.voided
}

function voidedRefund({ order, gateway, money }: Compared): Difference {
  const cents = order.paid - gateway.paid
  return {
    code: 'void-booked-as-refund',
    about: bestOf(
      gateway.payments.filter(({ status }) => status === 'voided'),
      cents,
    ),
    message: `The books have ${money(cents)} as paid and refunded; at the gateway, the payment was voided. The customer has the money either way.`,
    advice:
      'Nothing has to be done. To match the gateway, book a voided payment as not paid and not refunded.',
  }
}

function paymentDifference(compared: Compared): Difference | undefined {
  const { order, gateway, money } = compared
  const cents = gateway.paid - order.paid
  if (cents > 0) return paidNotBooked(compared, cents)
  if (cents === 0) return undefined
  if (-cents <= gateway.debiting) return tooEarly(compared, 'paid', -cents)
  if (gateway.refunded > gateway.paid) return refundedUnpaid(compared)
  const { payments } = gateway
  const unpaid = payments.filter(({ status }) => status !== 'approved')
  const about = (unpaid.length > 0 ? unpaid : payments).at(-1)
  const other = about === undefined ? paidElsewhere(compared, -cents) : undefined
  return {
    code: 'booked-not-paid',
    about: about ?? other,
    cause: other ? 'other-reference' : about ? 'not-approved' : 'no-payment',
    message: `The books have ${money(order.paid)} as paid, but the gateway charged ${money(gateway.paid)}${other ? ' for this order' : ''}: goods may go out unpaid.`,
    advice: other
      ? `Send nothing and deliver nothing yet: ${moneyText(other.total, other.currency)} ${other.status === 'approved' ? 'was charged' : 'is pending'} under reference ${other.reference} (audit ${other.audit}), which your books do not have. If that is this order's payment, add its audit number to the order's audits; otherwise book this order as not paid. Then compare again.`
      : about
        ? `Before you deliver, ask ${lookup(about)}, the payment: only what is approved there is paid. A hold, a void and a pending debit are not payments. Book what was not paid as not paid.`
        : `The gateway has no payment for this order: book it as not paid, and do not deliver. If a response was lost, first ask ${search(undefined)}; send the payment again, with the same correlation id, only if the search is empty.`,
  }
}

/** A payment of this amount that no order has: this order's, if its reference was written down wrongly. */
function paidElsewhere({ order, unbooked }: Compared, cents: number) {
  const isPossible = ({ merchant, currency }: BookedTransaction) =>
    (order.merchant ?? merchant) === merchant && (order.currency ?? currency) === currency
  return unbooked.paymentsOf(cents).findLast(isPossible)
}

/** A payment that was voided or never approved was refunded as well. */
function refundedUnpaid({ order, gateway, money }: Compared): Difference {
  const over = gateway.refunded - gateway.paid
  const about = bestOf(
    gateway.refunds.filter(({ status }) => status === 'approved'),
    over,
  )
  const { cause, undo } = undoOf(about)
  return {
    code: 'booked-not-paid',
    about,
    cause: `refunded-${cause}`,
    message: `The books have ${money(order.paid)} as paid, but the gateway charged ${money(gateway.paid)} and refunded ${money(gateway.refunded)}: the customer got ${money(over)} more than was charged.`,
    advice: `Ask ${lookup(about)}, the refund: if its payment was voided or never approved, ${undo}. Before you refund a payment, look it up: a void has returned the money already.`,
  }
}

function paidNotBooked({ order, gateway, money }: Compared, cents: number): Difference {
  const known = auditsOf(order)
  const approved = gateway.payments.filter(({ status }) => status === 'approved')
  const strange = approved.filter(({ audit }) => !known.includes(audit))
  const waited = Math.min(cents, order.pending - gateway.pending)
  const meaning =
    waited > 0
      ? `the bank approved it, and the books still have ${money(waited)} as pending.`
      : `the customer paid ${money(cents)} that the shop does not know of.`
  const about = bestOf(strange.length > 0 ? strange : approved, cents)
  const { cause, undo } = undoOf(about)
  return {
    code: 'paid-not-booked',
    about,
    cause,
    message: `The gateway charged ${money(gateway.paid)}, but the books have ${money(order.paid)}: ${meaning}`,
    advice: `${askFor(about)}, and book the payment if it is approved; if the order is cancelled or was paid already, ${undo}. Let no timer and no later response overwrite an approval.`,
  }
}

function refundDifference(compared: Compared): Difference | undefined {
  const { order, gateway, money } = compared
  const more = gateway.refunded - order.refunded
  if (more > 0) {
    const about = bestOf(
      gateway.refunds.filter(({ status }) => status === 'approved'),
      more,
    )
    const { cause, undo } = undoOf(about)
    return {
      code: 'refund-not-booked',
      about,
      cause,
      message: `The gateway refunded ${money(gateway.refunded)}, but the books have ${money(order.refunded)} as refunded.`,
      advice: `Ask ${lookup(about)}: if the refund is approved, book it, and do not send it again. If it should not have been made, ${undo}.`,
    }
  }
  // What was never charged cannot be refunded, and nobody waits for it.
  const missing = -more - Math.max(0, order.paid - gateway.paid - gateway.debiting)
  if (missing <= 0) return undefined
  if (missing <= gateway.returning) return tooEarly(compared, 'refunded', missing)
  return missingRefund(compared, missing - gateway.returning)
}

/** A refund that is only in the books; a second one must not be sent. */
function missingRefund(
  { order, gateway, money, unbooked: { refundsTo } }: Compared,
  cents: number,
): Difference {
  const code = 'booked-not-refunded'
  const message = `The books have ${money(order.refunded)} as refunded, but the gateway refunded ${money(gateway.refunded)}`
  const payers = new Set(gateway.transactions.map(({ payer }) => payer))
  const unbooked = bestOf([...payers].flatMap(refundsTo), cents)
  if (unbooked !== undefined) {
    const { total, audit, reference } = unbooked
    return {
      code,
      about: unbooked,
      cause: 'other-order',
      message: `${message} for this order.`,
      advice: `Send nothing yet: the same card or account was refunded ${money(total)} under reference ${reference} (audit ${audit}), which your books do not have. If that is this order's refund, add its audit number to the order's audits; otherwise book it where it belongs. Then compare again.`,
    }
  }
  const approved = gateway.payments.filter(({ status }) => status === 'approved')
  const payment = approved.findLast(({ total }) => total >= cents) ?? approved.at(-1)
  const tried = gateway.refunds.findLast(({ status }) => status !== 'approved')
  const path = payment === undefined ? 'refund' : `${payment.audit}/refund`
  return {
    code,
    about: tried,
    cause: 'no-refund',
    message: `${message}: the customer is still waiting for the money.`,
    advice: `If you sent this refund, first ask ${search(tried)} for its correlation id. Send POST /v1/transactions/${path} over ${money(cents)} only if the search is empty, with that same id, or if the refund was declined. If you sent none, send it once.`,
  }
}

/** The books are right as soon as the bank approves. */
function tooEarly({ gateway, money }: Compared, as: 'paid' | 'refunded', cents: number) {
  const list = as === 'paid' ? gateway.payments : gateway.refunds
  const about = bestOf(
    list.filter(({ status }) => status === 'pending'),
    cents,
  )
  return {
    code: 'booked-too-early',
    about,
    message: `${money(cents)} that the books have as ${as} is still pending.`,
    advice: `Book it as pending until ${lookup(about)} shows that it was approved.`,
  } as const satisfies Difference
}

function pendingDifference({ order, gateway, money }: Compared): Difference | undefined {
  const { debiting, returning, paid, refunded, pending } = gateway
  // Pending money that the books already have as paid or refunded is booked too early, and no more than that.
  const early =
    Math.min(debiting, Math.max(0, order.paid - paid)) +
    Math.min(returning, Math.max(0, order.refunded - refunded))
  const more = pending - early - order.pending
  if (more > 0) {
    const waiting = gateway.transactions.filter(({ status }) => status === 'pending')
    const isOver = refunded + returning > Math.max(paid + debiting, order.paid)
    const isError = debiting > 0 ? isClosed(order) : isOver
    const about = bestOf(waiting, more)
    const { cause, undo } = undoOf(about)
    return {
      code: 'pending-not-booked',
      cause,
      ...(isError && { severity: 'error' }),
      about,
      message: `${money(pending)} waits for the bank, but the books have ${money(order.pending)} as pending${isError && debiting > 0 ? ', and the order as closed' : ''}.`,
      advice: `Book it as pending, and ask ${lookup(about)} until the status is approved, declined or error. If the order is cancelled or this was sent twice, ${undo}.`,
    }
  }
  // What was approved meanwhile is missing elsewhere in the books.
  const resolved = Math.max(0, paid - order.paid) + Math.max(0, refunded - order.refunded)
  if (order.pending - pending - resolved <= 0) return undefined
  const [last] = [...gateway.payments, ...gateway.refunds].slice(-1)
  return {
    code: 'booked-not-pending',
    about: last,
    cause: last ? 'decided' : 'nothing-sent',
    message: `The books wait for ${money(order.pending)}, but ${pending === 0 ? 'nothing' : `only ${money(pending)}`} is pending at the gateway.`,
    advice: last
      ? `Ask ${lookup(last)}, and book the status that it shows instead of pending.`
      : `Ask ${search(undefined)}: after an empty search, nothing was sent, so book nothing as pending.`,
  }
}

function holdDifference({ order, gateway, money }: Compared): Difference | undefined {
  const more = gateway.held - order.held
  if (more <= 0) return undefined
  const open = gateway.holds.filter(
    ({ status, completions }) => status === 'approved' && completions === 0,
  )
  const about = bestOf(open, more)
  return {
    code: 'hold-not-booked',
    about,
    message: `${money(gateway.held)} is held on the customer's card, but the books have ${money(order.held)} as held.`,
    advice: `Book it as held. If the order does not need it any more, void it with POST ${addressOf(about)}/void.`,
  }
}

/** The last one of exactly this amount, or else the last. */
function bestOf(some: readonly BookedTransaction[], cents: number): BookedTransaction | undefined {
  return some.findLast(({ total }) => total === cents) ?? some.at(-1)
}

function booksFinding(
  { code, severity, message, advice, cause, about }: Difference,
  { paid, refunded, held, pending, transactions }: OrderMoney,
  named: Pick<UnnamedFinding, 'reference' | 'merchant' | 'currency' | 'books'>,
): UnnamedFinding {
  return {
    code,
    severity: severity ?? booksKind(code).severity,
    ...named,
    gateway: { paid, refunded, held, pending },
    audits: transactions.map(({ audit }) => audit),
    about: about?.audit ?? null,
    message,
    advice,
    cause: cause ?? code,
  }
}
