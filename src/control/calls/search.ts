import { redactText } from '../../base/redaction/redacted.ts'
import type { Transaction } from '../../domain/transaction/transaction.ts'
import type { Customer } from '../../domain/vault-records.ts'
import { shownPayer } from '../../gateway/wire/account-members.ts'
import { transactionsOf } from '../../gateway/world/commands/transactions/transaction-search.ts'
import type { World } from '../../gateway/world/world.ts'
import { type PaymentView, paymentDocument } from '../../judge/payments/payment-view.ts'
import { testName } from '../../judge/report/test-name.ts'
import type { Exchange } from '../../record/exchange.ts'
import { requestDocument } from '../../record/request-document.ts'
import { customerAnswer } from '../contract/calls/customers.ts'
import { foundSchema } from '../contract/calls/search.ts'
import { transactionAnswer } from '../contract/calls/transactions.ts'
import { anyText, queryNumber, strict, wantedText } from '../contract/control-field.ts'
import { handler } from '../control-handler.ts'
import { firstMatches } from '../page.ts'
import { accountsIn, submittedAmount } from '../wanted-requests.ts'

/** Results of each group in one answer. */
const MOST_RESULTS = 50

/** The last page: who does not find it among a thousand results needs a better text. */
const LAST = 950

const query = strict({
  q: wantedText.default(''),
  world: anyText.exactOptional(),
  after: queryNumber(0, LAST).default(0),
})

export const search = {
  search: handler(
    { query, answer: foundSchema },
    async (_call, { query: { q, world, after } }, parts) => {
      const wanted = readSearch(q)
      const { judge } = parts.judging
      const end = after + MOST_RESULTS
      const isHere = ({ name }: World) => world === undefined || name === world
      const searched = q.trim() === '' ? [] : parts.worlds.list().filter(isHere)
      const payments = await firstMatches(
        searched.length === 0 ? [] : judge.payments({ world, isCurrentOnly: false }).toReversed(),
        (payment) => isPayment(payment, wanted),
        end + 1,
      )
      const groups: Found = { requests: [], transactions: [], customers: [] }
      for (const one of searched) await searchWorld(one, wanted, groups, end + 1)
      groups.requests.sort(
        (one, other) => Date.parse(other.entry.real_at) - Date.parse(one.entry.real_at),
      )
      // Requests that payments of ended tests keep, newest first.
      const closed = searched.length === 0 ? [] : judge.endedPayments(world)
      const ended = closed.flatMap(({ exchanges, test, id }) =>
        exchanges.map((entry) => ({ entry, world: test.world, payment: id })),
      )
      const isWanted = ({ entry }: { readonly entry: Exchange }) =>
        isRequest(entry, wanted, entry.asked.account === undefined ? [] : [entry.asked.account])
      groups.requests.push(
        ...(await firstMatches(ended.reverse(), isWanted, end + 1 - groups.requests.length)),
      )
      const hasMore = [payments, ...Object.values(groups)].some((found) => found.length > end)
      const page = <T>(found: readonly T[]) => found.slice(after, end)
      return {
        payments: page(payments).map((payment) => paymentDocument(payment)),
        requests: page(groups.requests).map(({ entry, ...source }) => ({
          ...requestDocument(entry),
          ...source,
        })),
        transactions: page(groups.transactions).map(({ one, world }) => ({
          ...transactionAnswer(one, world, judge),
          world: world.name,
        })),
        customers: page(groups.customers).map(({ one, world }) => ({
          ...customerAnswer(one, world),
          world: world.name,
        })),
        next: hasMore && end <= LAST ? end : null,
      }
    },
  ),
}

/** What was found in worlds; only one page of it is answered. */
interface Found {
  readonly requests: { entry: Exchange; world: string; payment: string | null }[]
  readonly transactions: { one: Transaction; world: World }[]
  readonly customers: { one: Customer; world: World }[]
}

/** Adds what a world holds, as much of each group as an answer can need. */
async function searchWorld(
  world: World,
  wanted: SearchedText,
  found: Found,
  most: number,
): Promise<void> {
  const { name, records, history } = world
  const requests = await firstMatches(
    history.entries().toReversed(),
    (one) => isRequest(one, wanted, accountsIn(world, one)),
    most,
  )
  const transactions = await firstMatches(
    transactionsOf(world, {}),
    (one) => isTransaction(one, wanted),
    most - found.transactions.length,
  )
  const customers = await firstMatches(
    records.lines('customers'),
    (line) => isCustomer(JSON.parse(line), wanted),
    most - found.customers.length,
  )
  found.requests.push(...requests.map((entry) => ({ entry, world: name, payment: null })))
  found.transactions.push(...transactions.map((one) => ({ one, world })))
  found.customers.push(...customers.map((line) => ({ one: JSON.parse(line), world })))
}

function isTransaction(transaction: Transaction, wanted: SearchedText): boolean {
  return (
    wanted.isIn(transaction.reference) ||
    wanted.isIn(transaction.correlation) ||
    wanted.isNumber(transaction.audit) ||
    wanted.isAmount(transaction.amount) ||
    wanted.isEndOf(shownPayer(transaction.method))
  )
}

function isCustomer({ id, name, reference }: Customer, wanted: SearchedText): boolean {
  return wanted.isIn(name) || wanted.isIn(reference) || wanted.isNumber(id)
}

function isPayment(payment: PaymentView, wanted: SearchedText): boolean {
  const { reference, correlationIds, audits, paidWith } = payment
  return (
    wanted.isIn(reference) ||
    wanted.isIn(testName(payment.test)) ||
    wanted.isAmount(payment.amount) ||
    correlationIds.some(wanted.isIn) ||
    audits.some(wanted.isNumber) ||
    paidWith.some(wanted.isEndOf)
  )
}

function isRequest(entry: Exchange, wanted: SearchedText, accounts: readonly string[]): boolean {
  const { request, audit, asked } = entry
  return (
    wanted.isIn(request.correlation_id) ||
    wanted.isIn(asked.correlation_id) ||
    wanted.isIn(asked.reference) ||
    wanted.isNumber(audit) ||
    wanted.isAmount(submittedAmount(entry)) ||
    accounts.some(wanted.isEndOf)
  )
}

/** A typed text, and all that it may name. */
interface SearchedText {
  /** Whether a value is a text that contains it, whatever its case. */
  readonly isIn: (text: unknown) => boolean
  readonly isAmount: (cents: number | undefined) => boolean
  /** Whether a masked number ends with it. */
  readonly isEndOf: (masked: string) => boolean
  readonly isNumber: (number: number | null | undefined) => boolean
}

/** Reads what was typed into a search box; a whole card number counts by its last four digits. */
function readSearch(typed: string): SearchedText {
  const text = redactText(typed.trim())
  const wanted = text.toLowerCase()
  const amounts = amountsIn(text)
  const digits = /^(?:.*x|\u2026|\.\.\.)?([0-9]{4})$/.exec(text)?.[1]
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : undefined
  return {
    isIn: (one) => typeof one === 'string' && one.toLowerCase().includes(wanted),
    isAmount: (cents) => cents !== undefined && amounts.has(cents),
    isEndOf: (masked) => digits !== undefined && masked.endsWith(digits),
    isNumber: (one) => number !== undefined && one === number,
  }
}

/** `AUD 1,049.95`, `$1049.95` or `104995`; a number without decimals may be cents or not. */
function amountsIn(text: string): ReadonlySet<number> {
  const bare = text.replace(/^(?:[A-Z]{3}\s+|[A-Z]{0,2}\$\s*)/i, '').replaceAll(/,(?=\d{3})/g, '')
  const [, whole, decimals] = /^(\d{1,10})(?:\.(\d{2,3}))?$/.exec(bare) ?? []
  if (whole === undefined) return new Set()
  return decimals === undefined
    ? new Set([Number(whole), Number(whole) * 100])
    : new Set([Number(whole + decimals)])
}
