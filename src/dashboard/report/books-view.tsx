import { numberText } from '../../domain/money.ts'
import type { BooksDocument, BooksFinding } from '../../insight/books/books-document.ts'
import { booksColumns, booksRow, booksSummary } from '../../insight/books/books-table.ts'
import { capitalised, counted } from '../../insight/counted.ts'
import { findingName } from '../../insight/findings/all-findings.ts'
import type { FindingDocument } from '../../insight/findings/finding-document.ts'
import type { ReportDocument } from '../../insight/report/report-document.ts'
import { orderName } from '../../insight/stories/retry.ts'
import { type Column, Panel, Table } from '../parts/table.tsx'
import { Unbroken } from '../parts/text.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'

interface BooksProps {
  readonly report: Pick<ReportDocument, 'books' | 'findings'>
  /** Those that there are now; undefined: this is a file, and leads nowhere. */
  readonly worlds: readonly string[] | undefined
}

/** Differences that are shown at once; the others are folded. */
const AT_ONCE = 20

/** The shop's books, each compared with its payments. */
export function Books({ report: { books, findings }, worlds }: BooksProps) {
  if (books.length === 0) return null
  return (
    <Panel class="stack" id="books" title="Your books">
      {books.map((one) => {
        const own = findings.filter((it) => it.world === one.world && it.test === one.test)
        const more = one.findings.slice(AT_ONCE)
        return (
          <>
            <p>{booksSummary(one)}</p>
            {one.findings.length > 0 && differences(one.findings.slice(0, AT_ONCE), own, worlds)}
            {more.length > 0 && (
              <details class="fold">
                <summary>{counted(more.length, 'more difference')}</summary>
                {differences(more, own, worlds)}
              </details>
            )}
            {one.dropped_findings > 0 && (
              <p class="soft">{numberText(one.dropped_findings)} more, not kept.</p>
            )}
          </>
        )
      })}
    </Panel>
  )
}

type Worlds = BooksProps['worlds']
type Rows = BooksDocument['findings']

/** Each leads to its payment; in a file, to its finding. */
function differences(rows: Rows, own: readonly FindingDocument[], worlds: Worlds) {
  const link = ({ code, order }: BooksFinding) => {
    const found = own.find((one) => one.code === code && one.subject === orderName(order))
    if (!found) return order
    const isLive = worlds !== undefined && found.payment !== null
    return <a href={isLive ? storyAddress(found, worlds) : `#${found.id}`}>{order}</a>
  }
  const columns = booksColumns.map((head, i): Column<BooksFinding> => {
    if (i === 0) return [capitalised(head), ({ code }) => findingName(code), 'own-line']
    if (i === 1) return [capitalised(head), link, 'reference own-line']
    return [
      capitalised(head),
      (finding) => <Unbroken text={booksRow(finding)[i] ?? ''} />,
      i === 4 ? 'named' : 'long named',
    ]
  })
  return <Table rows={rows} columns={columns} isFocusable />
}

/** In its own world, while that is there; the default one shows payments of all. */
export function storyAddress(
  { world, payment }: FindingDocument,
  worlds: readonly string[],
): string {
  return pageAddress(worldPlace(worlds.includes(world) ? world : 'default'), `/payments/${payment}`)
}
