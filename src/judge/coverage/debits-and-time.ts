import { HOUR } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { isRefusedFor } from '../../record/exchange.ts'
import type { CoverageCase, SeenMove } from './coverage-case.ts'

function isDebit({ attempt }: SeenMove): boolean {
  return attempt.made?.method === 'direct_debit' && attempt.operation === 'purchase'
}

/** Cases about direct debits. */
export const debitCases = [
  {
    name: 'debit-cleared',
    description: 'A direct debit that cleared',
    provoke: 'any BSB, then clock advance 4 banking days',
    seesMove: (seen) => isDebit(seen) && seen.from === 'pending' && seen.to === 'approved',
  },
  {
    name: 'debit-returned',
    description: 'A direct debit that its bank returned',
    provoke: 'BSB 032-056, then clock advance 3 banking days',
    seesMove: (seen) => isDebit(seen) && seen.from === 'pending' && seen.to === 'declined',
  },
  {
    name: 'debit-returned-late',
    description: 'A direct debit that was returned after it had cleared',
    provoke: 'BSB 032-060, then clock advance 6 banking days',
    isExtra: true,
    seesMove: (seen) => isDebit(seen) && seen.from === 'approved' && seen.to === 'declined',
  },
  {
    name: 'debit-voided',
    description: 'A direct debit voided before it was lodged',
    provoke: 'any BSB, then void before 16:00 Sydney time',
    seesMove: (seen) => isDebit(seen) && seen.to === 'voided',
  },
  {
    name: 'debit-refunded',
    description: 'A cleared direct debit refunded',
    provoke: 'any BSB, clock advance 4 banking days, then refund',
    on: ['refund'],
    sees: ({ exchange: { facts } }) =>
      facts.made?.method === 'direct_debit' &&
      (facts.made.status === 'pending' || facts.made.status === 'approved'),
  },
  {
    name: 'refund-of-a-returned',
    description: 'A refund refused because the bank had returned the direct debit',
    provoke: 'BSB 032-060, clock advance 6 banking days, then refund',
    isExtra: true,
    on: ['refund'],
    sees: ({ exchange, attempt, book }) =>
      isRefusedFor(exchange, 'not_refundable') &&
      book.madeBy(attempt?.requested.target ?? 0)?.returnedOrder !== undefined,
  },
] as const satisfies readonly CoverageCase[]

/** Cases about time. */
export const timeCases = [
  {
    name: 'daylight-saving-change',
    description: 'Transactions before and after a daylight saving change in Sydney',
    provoke: 'purchase, clock advance 200d, purchase',
    on: transactionKinds,
    watches: () => {
      let hour: number | undefined
      let offset = ''
      return ({ exchange }) => {
        const at = Date.parse(exchange.at)
        const now = Math.floor(at / HOUR)
        if (now === hour) return false
        hour = now
        const before = offset
        offset = sydneyIso(at, 'seconds').slice(-6)
        return before !== '' && before !== offset
      }
    },
  },
] as const satisfies readonly CoverageCase[]

/** Cases about the order book, which the test covers. */
export const bookCases = [
  {
    name: 'books-agree',
    description: 'Books that agree with the payments',
    provoke: 'exec --books, or reconcile',
    isExtra: true,
  },
] as const satisfies readonly CoverageCase[]
