import { lowerFirst } from '../../../base/text/counted.ts'
import type { ControlClient } from '../../../control/client/control-client.ts'
import { ControlError } from '../../../control/client/control-error.ts'
import { type Part, paragraph } from '../../../judge/blocks/block.ts'
import { booksBlocks } from '../../../judge/books/books-blocks.ts'
import type {
  ExplainedDifference,
  ReconciledResponse,
} from '../../../judge/books/books-document.ts'
import { BooksError, MOST_BOOK_TEXT, readBooks } from '../../../judge/books/read-books.ts'
import { findingPart } from '../../../judge/findings/finding-blocks.ts'
import { orderName } from '../../../judge/payments/retry.ts'
import { inUtf8, namedBytes, unreadable } from '../../../runtime/named-file.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { connectToRead } from '../../options/connection.ts'
import { csvOption, printCsv } from '../../options/csv.ts'
import { blocksText } from '../../terminal/blocks-text.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { todayOf } from '../../words/value-text.ts'

export const reconcileCommand = command({
  name: 'reconcile',
  group: 'See what happened',
  summary: 'Compare your books with what the gateway charged',
  details:
    'Compares your books (the orders in your database) with the transactions that are stored now: paid but not booked, booked but not paid, and so on. Amounts are in cents. The exit code is 4 if an error was found.',
  examples: ['reconcile orders.csv', 'reconcile orders.json --json', 'reconcile - < orders.jsonl'],
  args: {
    file: argument('<file>', 'your books in JSON, JSON lines or CSV; - reads them from stdin'),
  },
  options: csvOption,
  target: 'world',
  async run(given, { io }) {
    const { file } = given
    const name = file === '-' ? 'stdin' : file
    const text = await textOf(inUtf8(file === '-' ? io.stdin : namedBytes(file), name), file)
    const refuse = (cause: unknown): never => {
      const message = aboutBooks(cause)
      if (message === undefined) throw cause
      throw new CliError(`${name}: ${message}`)
    }
    const orders = await readBooks(text).catch(refuse)
    const client = connectToRead(given, io)
    const result = await client.reconcile({ orders: [...orders] }).catch(refuse)
    // Errors come first, so one is on the first page.
    const isWrong = result.findings.some(({ severity }) => severity === 'error')
    if (isWrong) io.exitCode = exitCode.checkFailed
    if (given.csv) {
      await printCsv(io, 'findings', differences(result, orders, client))
      return
    }
    const today = given.json ? undefined : todayOf(await client.clock())
    outputFor(given, io, today).result(result, reconciledText)
  },
})

/** What is wrong with the books, known here or at the sandbox; undefined if they are not to blame. */
function aboutBooks(cause: unknown): string | undefined {
  if (cause instanceof BooksError) return cause.message
  if (!(cause instanceof ControlError)) return undefined
  const [error] = cause.errors
  return error?.location[1] === 'orders' ? lowerFirst(error.error_message) : undefined
}

/** All pages of differences. */
async function* differences(
  first: ReconciledResponse,
  orders: Awaited<ReturnType<typeof readBooks>>,
  client: ControlClient,
): AsyncGenerator<ReconciledResponse, void> {
  yield first
  for (let { next } = first; next !== null; ) {
    const page = await client.reconcile({ orders: [...orders], after: next })
    yield page
    next = page.next
  }
}

/** The text of a stream; of one that is too long, only as much as shows that it is. */
async function textOf(stream: AsyncIterable<Buffer>, file: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      size += chunk.length
      // A character may take four bytes.
      if (size > 4 * MOST_BOOK_TEXT) break
    }
  } catch (cause) {
    throw unreadable('books file', file, cause)
  }
  return Buffer.concat(chunks).toString()
}

/** The most differences that are shown with their steps; the table has all. */
const MOST_SHOWN = 10

function reconciledText({ layout }: Output, result: ReconciledResponse): string {
  const { findings } = result
  const more = findings.length - MOST_SHOWN
  const text = more > 0 ? `--json has the steps and the advice of ${more} more.` : ''
  return blocksText(
    [
      ...booksBlocks(result),
      ...findings.slice(0, MOST_SHOWN).map(differencePart),
      ...(text === '' ? [] : [paragraph(text)]),
    ],
    layout,
  )
}

/** What is wrong with one order, with the steps of its payments. */
function differencePart({ order, ...finding }: ExplainedDifference): Part {
  return findingPart({ ...finding, subject: orderName(order) })
}
