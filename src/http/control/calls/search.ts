import { memberOf } from '../../../domain/plain-object.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Customer } from '../../../domain/vault.ts'
import type { Exchange } from '../../../insight/exchange.ts'
import type { LazyStory } from '../../../insight/run/chapter.ts'
import type { Run } from '../../../insight/run/run.ts'
import { storyDocument } from '../../../insight/stories/story-view.ts'
import { transactionsOf } from '../../../world/commands/transactions/transaction-search.ts'
import type { World } from '../../../world/world.ts'
import type { FoundAnswer, FoundRequest } from '../../contract/control/calls/search.ts'
import { LONGEST_LIST } from '../../contract/control/control-call.ts'
import { anyText, numberText, strict, wantedText } from '../../contract/control/control-field.ts'
import { handler } from '../control-handler.ts'
import { firstMatches, page } from '../page.ts'
import type { HandlerParts } from '../parts.ts'
import { requestAnswer } from '../representation/request-representation.ts'
import { accountOf, transactionAnswer } from '../representation/transaction-representation.ts'
import { accountsIn, maskedIn, submittedAmount } from '../wanted-requests.ts'
import { customerAnswer } from './customers.ts'

/** Results of each group in one answer. */
const MOST = 50

const query = strict({
  q: wantedText.default(''),
  world: anyText.exactOptional(),
  cursor: numberText(0, Number.MAX_SAFE_INTEGER).exactOptional(),
})

export const search = {
  search: handler({ query }, async (_call, { query: { q, world, cursor = 0 } }, parts) => {
    if (q.trim() === '') return nothing
    const sought = { world, wanted: readSearch(q) }
    const { run } = parts.judging
    const part = { offset: cursor, limit: MOST }
    const most = cursor + MOST + 1
    const worlds = await searchWorlds(parts, sought, most)
    const payments = await firstMatches(
      run.stories({ world, isCurrentOnly: false }).toReversed(),
      (story) => isPayment(story, sought.wanted),
      most,
    )
    const kept = await keptRequests(run, sought, most)
    const groups = {
      payments: await page(payments, part, (story) => storyDocument(story.view())),
      requests: await page([...worlds.requests, ...kept], part, same),
      transactions: await page(worlds.transactions, part, same),
      customers: await page(worlds.customers, part, same),
    }
    const hasMore = Object.values(groups).some(({ next_offset }) => next_offset !== null)
    return {
      payments: groups.payments.found,
      requests: groups.requests.found,
      transactions: groups.transactions.found,
      customers: groups.customers.found,
      next_cursor: hasMore ? cursor + MOST : null,
    }
  }),
}

const nothing: FoundAnswer = {
  ...{ payments: [], requests: [], transactions: [], customers: [] },
  next_cursor: null,
}

function same<T>(one: T): T {
  return one
}

interface Sought {
  /** Undefined: all. */
  readonly world: string | undefined
  readonly wanted: SearchedText
}

/** Requests that payments of ended chapters keep, newest first. */
async function keptRequests(
  run: Run,
  { world, wanted }: Sought,
  most: number,
): Promise<readonly FoundRequest[]> {
  const all = run
    .ended(world)
    .flatMap((view) => view.exchanges.map((one) => ({ one, view })))
    .reverse()
  const isWanted = ({ one }: { readonly one: Exchange }) =>
    isRequest(one, wanted, maskedIn(one.request.body))
  const found = await firstMatches(all, isWanted, most)
  return found.map(({ one, view }) => ({
    ...requestAnswer(one),
    world: view.world,
    story: view.id,
  }))
}

/** What the worlds hold, as much of each group as an answer can need. */
async function searchWorlds({ worlds }: HandlerParts, { world, wanted }: Sought, most: number) {
  const searched = worlds
    .list()
    .slice(0, LONGEST_LIST)
    .filter(({ name }) => world === undefined || name === world)
  const found = await Promise.all(searched.map((one) => searchWorld(one, wanted, most)))
  return {
    requests: found.flatMap(({ requests }) => requests).sort(byTime),
    transactions: found.flatMap(({ transactions }) => transactions),
    customers: found.flatMap(({ customers }) => customers),
  }
}

/** Newest first; those of the same moment stay as they are. */
function byTime(one: FoundRequest, other: FoundRequest): number {
  return other.real_at.localeCompare(one.real_at)
}

async function searchWorld(world: World, wanted: SearchedText, most: number): Promise<WorldFinds> {
  const { name, records, history } = world
  const requests = await firstMatches(
    history.entries().toReversed(),
    (one) => isRequest(one, wanted, accountsIn(world, one)),
    most,
  )
  const transactions = await firstMatches(
    transactionsOf(world, {}),
    (one) => isTransaction(one, wanted),
    most,
  )
  const customers = await firstMatches(
    records.lines('customers'),
    (line) => isCustomer(JSON.parse(line), wanted),
    most,
  )
  return {
    requests: requests.map((one) => ({ ...requestAnswer(one), world: name, story: null })),
    transactions: transactions.map((one) => ({ ...transactionAnswer(world, one), world: name })),
    customers: customers.map((line) => ({
      ...customerAnswer(world, JSON.parse(line)),
      world: name,
    })),
  }
}

type WorldFinds = Pick<FoundAnswer, 'requests' | 'transactions' | 'customers'>

function isTransaction(transaction: Transaction, wanted: SearchedText): boolean {
  return (
    wanted.isIn(transaction.reference) ||
    wanted.isIn(transaction.correlation) ||
    wanted.isNumber(transaction.audit) ||
    wanted.isAmount(transaction.amount) ||
    wanted.isEndOf(accountOf(transaction.method).account)
  )
}

function isCustomer({ id, name, reference }: Customer, wanted: SearchedText): boolean {
  return wanted.isIn(name) || wanted.isIn(reference) || wanted.isNumber(id)
}

function isPayment(story: LazyStory, wanted: SearchedText): boolean {
  const { reference, correlationIds, audits, paidWith } = story.names()
  return (
    wanted.isIn(reference) ||
    wanted.isIn(story.chapter) ||
    wanted.isAmount(story.sum().amount) ||
    correlationIds.some(wanted.isIn) ||
    audits.some(wanted.isNumber) ||
    paidWith.some(wanted.isEndOf)
  )
}

function isRequest(entry: Exchange, wanted: SearchedText, accounts: readonly string[]): boolean {
  const { request, audit } = entry
  return (
    wanted.isIn(request.correlationId) ||
    wanted.isIn(request.query.correlation_id_lookup) ||
    wanted.isIn(memberOf(memberOf(request.body, 'transaction'), 'reference')) ||
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
  readonly isNumber: (number: number | undefined) => boolean
}

/** Reads what was typed into a search box; a whole card number counts by its last four digits. */
export function readSearch(typed: string): SearchedText {
  const text = redactText(typed.trim())
  const wanted = text.toLowerCase()
  const amounts = amountsIn(text)
  const digits = /^(?:.*x|…|\.\.\.)?([0-9]{4})$/.exec(text)?.[1]
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
