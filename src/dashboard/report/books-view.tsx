import type { BooksDocument, BooksFinding } from '../../insight/books/books-document.ts'
import { booksColumns, booksRow, booksSummary } from '../../insight/books/books-table.ts'
import { type Column, Panel, Table } from '../parts/table.tsx'

interface BooksProps {
  readonly books: BooksDocument
  /** Where the payment of a difference is shown, if it is. */
  readonly link: (finding: BooksFinding) => string | undefined
}

/** A comparison of the shop's books with its payments: the differences, then what agrees. */
export function BooksView({ books, link }: BooksProps) {
  const { findings, dropped_findings: dropped, world, chapter } = books
  return (
    <Panel class="stack" id={`books-${world}-${chapter}`.replaceAll(' ', '-')} title="Your books">
      <p>{booksSummary(books)}</p>
      {findings.length > 0 && (
        <Table
          rows={findings}
          columns={booksColumns.map((head, i): Column<BooksFinding> => {
            const look = i < 2 ? 'tight own-line' : 'own-line'
            return [head, (finding) => linked(booksRow(finding)[i], i === 1 && link(finding)), look]
          })}
          isFocusable
        />
      )}
      {dropped > 0 && <p class="soft">{dropped} more.</p>}
    </Panel>
  )
}

function linked(text: string | undefined, href: string | undefined | false) {
  return href ? <a href={href}>{text}</a> : text
}
