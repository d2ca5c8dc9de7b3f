import { redactText } from '../../base/redaction/redacted.ts'
import { moneyText } from '../../domain/money.ts'
import type { BooksFinding, BookTotals } from './books-document.ts'
import { booksKind } from './books-findings.ts'
import {
  addressOf,
  askFor,
  bestOf,
  type Compared,
  type Difference,
  lookupLine,
  searchLine,
  type Unbooked,
  undoOf,
} from './difference.ts'
import { isClosed, nameOfOrder } from './order.ts'
import type { BookedTransaction, OrderMoney } from './order-money.ts'
import type { Order } from './order-schema.ts'
import { paymentDifference, refundDifference } from './payment-differences.ts'

/** A difference, before it is known whether its order needs its merchant in its name. */
export type UnnamedFinding = Omit<BooksFinding, 'order'>

/** The differences between the books and the gateway for one order. */
export function differencesOf(
  order: Order,
  gateway: OrderMoney,
  unbooked: Unbooked,
  usualCurrency = '',
): readonly UnnamedFinding[] {
  const currency = gateway.currency ?? order.currency ?? usualCurrency
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
      ? `Ask ${lookupLine(about)}: add the refund to the order that it belongs to, or, if no order explains it, ${undo}. Write a refund down before you send it, so that a crash cannot lose it.`
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
      advice: `Book it as pending, and ask ${lookupLine(about)} until the status is approved, declined or error. If the order is cancelled or this was sent twice, ${undo}.`,
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
      ? `Ask ${lookupLine(last)}, and book the status that it shows instead of pending.`
      : `Ask ${searchLine(undefined)}: after an empty searchLine, nothing was sent, so book nothing as pending.`,
  }
}

function holdDifference({ order, gateway, money, unbooked }: Compared): Difference | undefined {
  const more = gateway.held - order.held
  if (more < 0) return goneHold({ order, gateway, money, unbooked })
  if (more === 0) return undefined
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

/** What was taken meanwhile, or waits for the bank, is missing elsewhere in the books. */
function goneHold({ order, gateway, money }: Compared): Difference | undefined {
  const { paid, debiting, held } = gateway
  const elsewhere = Math.max(0, paid - order.paid) + Math.max(0, debiting - order.pending)
  const missing = order.held - held - elsewhere
  if (missing <= 0) return undefined
  const about = bestOf(gateway.holds, missing)
  return {
    code: 'booked-not-held',
    about,
    cause: about ? 'hold-over' : 'nothing-sent',
    message: `The books have ${money(order.held)} as held, but ${held === 0 ? 'nothing' : `only ${money(held)}`} is held at the gateway.`,
    advice: about
      ? `Ask ${lookupLine(about)}, and book its outcome. If the order still needs one, make a new hold.`
      : `Ask ${searchLine(undefined)}: after an empty search, nothing was sent, so book nothing as held.`,
  }
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
