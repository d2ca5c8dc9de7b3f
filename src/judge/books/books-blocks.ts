import { counted } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import type { TestRef } from '../../record/test-ref.ts'
import { type Block, paragraph, type Words } from '../blocks/block.ts'
import { findingName } from '../findings/all-findings.ts'
import { severityTone } from '../findings/finding-blocks.ts'
import { testText } from '../report/test-name.ts'
import type { BooksFinding, BookTotals, Reconciliation } from './books-document.ts'

/** A comparison with the shop's books: the differences, and what they come to. */
export function booksBlocks(
  result: Reconciliation & { readonly test?: TestRef | null | undefined },
  linkOf: (finding: BooksFinding) => string | undefined = () => undefined,
): readonly Block[] {
  const { findings, dropped_findings: dropped } = result
  if (findings.length === 0) return [paragraph(booksSummary(result))]
  return [
    {
      kind: 'table',
      columns: [
        { title: 'difference', look: 'name' },
        { title: 'order', look: 'reference' },
        { title: 'your books', look: 'amounts' },
        { title: 'gateway', look: 'other amounts' },
        { title: 'audits', look: 'short' },
      ],
      rows: findings.map((finding) => booksRow(finding, linkOf(finding))),
      one: 'difference',
      sum: booksSummary(result),
      dropped,
    },
  ]
}

function booksRow(finding: BooksFinding, href: string | undefined): readonly Words[] {
  const { code, severity, order, books, gateway, currency, audits } = finding
  const state = books?.state === undefined ? '' : ` (${books.state})`
  return [
    { text: findingName(code), tone: severityTone(severity) },
    { text: order, href },
    books === null ? 'no such order' : totalsText(books, currency) + state,
    totalsText(gateway, currency),
    audits.join(', '),
  ]
}

/** `AUD 49.95 paid, AUD 5.00 refunded` */
function totalsText(totals: BookTotals, currency: string): string {
  const parts = (['paid', 'refunded', 'held', 'pending'] as const)
    .filter((name) => totals[name] > 0)
    .map((name) => `${moneyText(totals[name], currency)} ${name}`)
  return parts.join(', ') || 'nothing'
}

/** `Books, refunds: 3 orders, 2 agree, 1 difference. Undecided, so not compared: A-7.` */
export function booksSummary(
  result: Reconciliation & { readonly test?: TestRef | null | undefined },
): string {
  const { orders, agreeing, findings, dropped_findings, undecided } = result
  const differences = counted(findings.length + dropped_findings, 'difference')
  const agree = `${agreeing} ${agreeing === 1 ? 'agrees' : 'agree'}`
  const waiting = undecided.slice(0, 10).join(', ') + (undecided.length > 10 ? ', …' : '')
  const rest = waiting === '' ? '' : ` Undecided, so not compared: ${waiting}.`
  const place = testText(result.test ?? null)
  return `Books${place && `, ${place}`}: ${counted(orders, 'order')}, ${agree}, ${differences}.${rest}`
}
