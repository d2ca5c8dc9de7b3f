import { moneyText } from '../../domain/money.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { BookSums, BooksFinding } from './books-document.ts'
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
  readonly about?: BookedTransaction | undefined
}

/** An order, what the gateway did with its money, and how much of that the books do not have. */
interface Compared {
  readonly order: Order
  readonly gateway: OrderMoney
  readonly money: (cents: number) => string
  /** Refunds to a card or account that no order has, or more of them than the order has. */
  readonly unbookedRefunds: (payer: string) => readonly BookedTransaction[]
}

/** The search for a transaction by its correlation id, which only its request has. */
export const SEARCH = 'GET /v1/transactions?merchant_id=…&correlation_id_lookup=…'

const LOOKUP = 'GET /v1/transactions/{audit}'
const VOID = 'POST /v1/transactions/{audit}/void'
const REFUND = 'POST /v1/transactions/{audit}/refund'

/** The question that finds a transaction now: the gateway forgets a correlation id, but no audit. */
function askFor(about: BookedTransaction | undefined): string {
  return about?.isSearchable === false ? `Ask ${LOOKUP}` : `Ask ${SEARCH}`
}

/** How its money can still be given back: `void it with … before the cut-off`. */
function undoOf(about: BookedTransaction | undefined): string {
  if (about === undefined || about.isVoidable) return `void it with ${VOID} before the cut-off`
  if (about.isVoidableOnceApproved) return `void it with ${VOID} as soon as it is approved`
  if (isBookedRefund(about)) return 'ask the customer for it: it can no longer be voided'
  const when = about.status === 'pending' ? ' as soon as it is approved' : ''
  return `refund it with ${REFUND}${when}: it can no longer be voided`
}

/** The differences between the books and the gateway for one order. */
export function differencesOf(
  order: Order,
  gateway: OrderMoney,
  unbookedRefunds: Compared['unbookedRefunds'],
  usualCurrency = '',
): readonly UnnamedFinding[] {
  const currency = gateway.first?.currency ?? order.currency ?? usualCurrency
  const money = (cents: number) => moneyText(cents, currency)
  const compared = { order, gateway, money, unbookedRefunds }
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
  const kept = paid - refunded
  const parts = [
    kept > 0 ? `charged ${money(kept)}` : '',
    kept < 0 ? `refunded ${money(-kept)}` : '',
    held > 0 ? `holds ${money(held)}` : '',
    pending > 0 ? `has ${money(pending)} pending` : '',
  ].filter((part) => part !== '')
  const under = reference === '' ? 'without a reference' : `under reference ${reference}`
  const isRefund = kept < 0 || (kept === 0 && held === 0 && gateway.debiting === 0)
  const [about] = isRefund ? gateway.refunds : gateway.payments
  const difference: Difference = {
    code: 'not-in-books',
    about,
    message: `The gateway ${parts.join(' and ')} ${under}, and no order in the books has it.`,
    advice: isRefund
      ? `Ask ${LOOKUP}: add the refund to the order that it belongs to, or, if no order explains it, ${undoOf(about)}. Write a refund down before you send it, so that a crash cannot lose it.`
      : `${askFor(about)}: add the payment to the order that it belongs to, or ${undoOf(about)}. Write an order down before you send its payment, so that a crash cannot lose it.`,
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
function isVoidedRefund(books: BookSums, gateway: OrderMoney): boolean {
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
  const { payments } = gateway
  const unpaid = payments.filter(({ status }) => status !== 'approved')
  return {
    code: 'booked-not-paid',
    about: (unpaid.length > 0 ? unpaid : payments).at(-1),
    message: `The books have ${money(order.paid)} as paid, but the gateway charged ${money(gateway.paid)}: goods may go out unpaid.`,
    advice:
      payments.length > 0
        ? `Before you deliver, ask ${LOOKUP}, the payment: only what is approved there is paid. A hold, a void and a pending debit are not payments. Book what was not paid as not paid.`
        : `The gateway has no payment for this order: book it as not paid, and do not deliver. If a response was lost, first ask ${SEARCH}; send the payment again, with the same correlation id, only if the search is empty.`,
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
  return {
    code: 'paid-not-booked',
    about,
    message: `The gateway charged ${money(gateway.paid)}, but the books have ${money(order.paid)}: ${meaning}`,
    advice: `${askFor(about)}, and book the payment if it is approved; if the order is cancelled or was paid already, ${undoOf(about)}. Let no timer and no later response overwrite an approval.`,
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
    return {
      code: 'refund-not-booked',
      about,
      message: `The gateway refunded ${money(gateway.refunded)}, but the books have ${money(order.refunded)} as refunded.`,
      advice: `Ask ${LOOKUP}: if the refund is approved, book it, and do not send it again. If it should not have been made, ${undoOf(about)}.`,
    }
  }
  // What was never charged cannot be refunded, and nobody waits for it.
  const missing = -more - Math.max(0, order.paid - gateway.paid - gateway.debiting)
  if (missing <= 0) return undefined
  if (missing <= gateway.returning) return tooEarly(compared, 'refunded', missing)
  return {
    code: 'booked-not-refunded',
    message: `The books have ${money(order.refunded)} as refunded, but the gateway refunded ${money(gateway.refunded)}: the customer is still waiting for the money.`,
    ...refundAdvice(compared, missing - gateway.returning),
  }
}

/** What to do about a refund that is only in the books; a second one must not be sent. */
function refundAdvice({ gateway, money, unbookedRefunds }: Compared, cents: number) {
  const approved = gateway.payments.filter(({ status }) => status === 'approved')
  const payment = approved.findLast(({ total }) => total >= cents) ?? approved.at(-1)
  const payers = new Set(gateway.transactions.map(({ payer }) => payer))
  const unbooked = bestOf([...payers].flatMap(unbookedRefunds), cents)
  if (unbooked !== undefined) {
    const { total, audit, reference } = unbooked
    return {
      about: unbooked,
      advice: `Send nothing yet: the same card or account was refunded ${money(total)} under reference ${reference} (audit ${audit}), which your books do not have. If that is this order's refund, add its audit to the order's audits; otherwise book it where it belongs. Then compare again.`,
    }
  }
  const tried = gateway.refunds.findLast(({ status }) => status !== 'approved')
  const path = payment === undefined ? 'refund' : `${payment.audit}/refund`
  return {
    about: tried,
    advice: `If you sent this refund, first ask ${SEARCH} for its correlation id. Send POST /v1/transactions/${path} over ${money(cents)} only if the search is empty, with that same id, or if the refund was declined. If you sent none, send it once.`,
  }
}

/** The books are right as soon as the bank approves. */
function tooEarly({ gateway, money }: Compared, as: 'paid' | 'refunded', cents: number) {
  const list = as === 'paid' ? gateway.payments : gateway.refunds
  return {
    code: 'booked-too-early',
    about: bestOf(
      list.filter(({ status }) => status === 'pending'),
      cents,
    ),
    message: `${money(cents)} that the books have as ${as} is still pending.`,
    advice: `Book it as pending until ${LOOKUP} shows that it was approved.`,
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
    return {
      code: 'pending-not-booked',
      ...(isError && { severity: 'error' }),
      about,
      message: `${money(pending)} waits for the bank, but the books have ${money(order.pending)} as pending${isError && debiting > 0 ? ', and the order as closed' : ''}.`,
      advice: `Book it as pending, and ask ${LOOKUP} until the status is approved, declined or error. If the order is cancelled or this was sent twice, ${undoOf(about)}.`,
    }
  }
  // What was approved meanwhile is missing elsewhere in the books.
  const decided = Math.max(0, paid - order.paid) + Math.max(0, refunded - order.refunded)
  if (order.pending - pending - decided <= 0) return undefined
  const [last] = [...gateway.payments, ...gateway.refunds].slice(-1)
  return {
    code: 'booked-not-pending',
    about: last,
    message: `The books wait for ${money(order.pending)}, but ${pending === 0 ? 'nothing' : `only ${money(pending)}`} is pending at the gateway.`,
    advice: last
      ? `Ask ${LOOKUP}, and book the status that it shows instead of pending.`
      : `Ask ${SEARCH}: after an empty search, nothing was sent, so book nothing as pending.`,
  }
}

function holdDifference({ order, gateway, money }: Compared): Difference | undefined {
  const more = gateway.held - order.held
  if (more <= 0) return undefined
  const open = gateway.holds.filter(
    ({ status, completions }) => status === 'approved' && completions === 0,
  )
  return {
    code: 'hold-not-booked',
    about: bestOf(open, more),
    message: `${money(gateway.held)} is held on the customer's card, but the books have ${money(order.held)} as held.`,
    advice: `Book it as held. If the order does not need it any more, void it with ${VOID}.`,
  }
}

/** The last one of exactly this amount, or else the last. */
function bestOf(some: readonly BookedTransaction[], cents: number): BookedTransaction | undefined {
  return some.findLast(({ total }) => total === cents) ?? some.at(-1)
}

function booksFinding(
  { code, severity, message, advice, about }: Difference,
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
    advice: about === undefined ? advice : advice.replaceAll('{audit}', `${about.audit}`),
  }
}
