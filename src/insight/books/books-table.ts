import { moneyText } from '../../domain/money.ts'
import { counted } from '../counted.ts'
import { findingName } from '../findings/all-findings.ts'
import type { BookSums, BooksDocument, BooksFinding, Reconciliation } from './books-document.ts'

export const booksColumns = ['difference', 'order', 'your books', 'gateway', 'audits'] as const

/** One difference as the cells of a table. */
export function booksRow({ code, order, books, gateway, currency, audits }: BooksFinding) {
  const state = books?.state === undefined ? '' : ` (${books.state})`
  const own = books === null ? 'no such order' : sumsText(books, currency) + state
  return [findingName(code), order, own, sumsText(gateway, currency), audits.join(', ')] as const
}

/** `AUD 49.95 paid, AUD 5.00 refunded` */
function sumsText(sums: BookSums, currency: string): string {
  const parts = (['paid', 'refunded', 'held', 'pending'] as const)
    .filter((name) => sums[name] > 0)
    .map((name) => `${moneyText(sums[name], currency)} ${name}`)
  return parts.join(', ') || 'nothing'
}

/** The most comparisons that a report shows. */
const MOST_BOOKS = 20

/** The latest comparisons with differences; those without any are added up. */
export function mergedBooks(all: readonly BooksDocument[]): readonly BooksDocument[] {
  const [first, second] = all.filter(({ findings }) => findings.length === 0)
  const agreeing = second === undefined ? first : all.reduce(added, nowhere)
  const different = all.filter(({ findings }) => findings.length > 0).slice(-MOST_BOOKS)
  return agreeing === undefined ? different : [...different, agreeing]
}

const nowhere: BooksDocument = {
  world: '',
  test: '',
  orders: 0,
  agreeing: 0,
  findings: [],
  dropped_findings: 0,
  undecided: [],
}

function added(sum: BooksDocument, one: BooksDocument): BooksDocument {
  if (one.findings.length > 0) return sum
  return {
    ...sum,
    orders: sum.orders + one.orders,
    agreeing: sum.agreeing + one.agreeing,
    undecided: [...sum.undecided, ...one.undecided],
  }
}

/** A comparison in lines of text: the differences, then what agrees. */
export function booksLines(result: Reconciliation): readonly string[] {
  const { findings } = result
  const rows = findings.length === 0 ? [] : [booksColumns, ...findings.map(booksRow)]
  const widths = booksColumns.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
  return [...lines.map((line) => line.trimEnd()), booksSummary(result)]
}

/** `Books, refunds: 3 orders, 2 agree, 1 difference. Undecided, so not compared: A-7.` */
export function booksSummary(result: Reconciliation & { readonly chapter?: string }): string {
  const { orders, agreeing, findings, dropped_findings, undecided } = result
  const differences = counted(findings.length + dropped_findings, 'difference')
  const agree = `${agreeing} ${agreeing === 1 ? 'agrees' : 'agree'}`
  const waiting = undecided.slice(0, 10).join(', ') + (undecided.length > 10 ? ', …' : '')
  const rest = waiting === '' ? '' : ` Undecided, so not compared: ${waiting}.`
  const { chapter = '' } = result
  const test = chapter === '' || chapter === 'default 1' ? '' : `, ${chapter}`
  return `Books${test}: ${counted(orders, 'order')}, ${agree}, ${differences}.${rest}`
}
