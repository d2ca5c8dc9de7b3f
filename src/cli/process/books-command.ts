import { statSync } from 'node:fs'
import { join } from 'node:path'
import { excerpt } from '../../base/documents/complaint.ts'
import { errorCode } from '../../base/file-failure.ts'
import { controlClient } from '../../control/client/control-client.ts'
import type { ControlTarget } from '../../control/client/control-connection.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import type { Reconciliation } from '../../judge/books/books-document.ts'
import { BooksError, MOST_BOOK_TEXT, readBooks } from '../../judge/books/read-books.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { CliError, misuse } from '../cli-error.ts'
import { BadValue, option } from '../define/option.ts'
import { realTimeArgument } from '../options/argument.ts'
import { type CaptureOptions, captureChild } from './captured-child.ts'
import { shellWords } from './spawn-command.ts'

export const booksOptions = {
  books: option(
    '--books <file or command>',
    'your books: a file, read after your command, or a command that prints them',
    (text: string, before?: string) => {
      if (before === undefined) return text
      throw new BadValue('give it once, with a file or a command that has all orders')
    },
  ),
  booksTimeout: option(
    '--books-timeout <duration>',
    'time limit of the --books command',
    realTimeArgument,
    { default: 60_000, usually: '60s', group: 'Output' },
  ),
}

/** Where the books are. */
export interface BooksSource {
  readonly books: string
  readonly booksTimeout: number
  /** How many runs may write the file at the same time; 1 unless given. */
  readonly jobs?: number
}

/** The most that one comparison takes. */
const MOST_UNDECIDED = 1000

/** Compares the books after a run; the comparison becomes part of the report. */
export async function compareBooks(
  source: BooksSource,
  target: ControlTarget,
  parts: Pick<CaptureOptions, 'env' | 'stopping'>,
  /** Audits of which the client could not know more than that they were undecided. */
  undecided: readonly number[] = [],
): Promise<Reconciliation> {
  const file = bookFile(source, parts.env)
  const orders = await (file === undefined ? printedOrders(source, parts) : ordersIn(file))
  return await controlClient(target).reconcile({
    orders: [...orders],
    ...(undecided.length > 0 && { undecided: undecided.slice(0, MOST_UNDECIDED) }),
  })
}

/** The file that is meant, in the folder of the run or in this one; undefined if it is a command. */
function bookFile({ books, jobs = 1 }: BooksSource, env: NodeJS.ProcessEnv): string | undefined {
  const { SANDGATE_SCRATCH: scratch } = env
  const own = scratch === undefined ? undefined : join(scratch, books)
  if (own !== undefined && isFile(own)) return own
  if (!isFile(books) && /^\S+\.(?:csv|jsonl?)$/i.test(books)) {
    throw misuse(
      `There is no file ${books} after your command; --books takes a file that it writes, or a command that prints your books`,
    )
  }
  if (!isFile(books)) return undefined
  if (jobs === 1) return books
  throw new CliError(
    `--books ${books} is one file for ${jobs} runs at a time; write it to the folder in SANDGATE_SCRATCH, or pass --jobs 1`,
  )
}

function isFile(name: string): boolean {
  try {
    return statSync(name, { throwIfNoEntry: false })?.isFile() === true
  } catch (cause) {
    // Not a command either; a long one is no name that a file can have.
    if (errorCode(cause) === 'EACCES') throw unreadable('books file', name, cause)
    return false
  }
}

async function ordersIn(file: string) {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('books file', file, cause)
  })
  return await readBooks(text).catch((cause: unknown) => {
    if (!(cause instanceof BooksError)) throw cause
    throw new CliError(
      `${file}: ${cause.message}; to run it instead, name the program too: --books 'sh ${file}'`,
    )
  })
}

/** What a command prints on its stdout. */
async function printedOrders(
  { books, booksTimeout: limitMs }: BooksSource,
  parts: Pick<CaptureOptions, 'env' | 'stopping'>,
) {
  // One more than may be read, so that reading it says that it is too much.
  const capture = { ...parts, limitMs, mostStdout: MOST_BOOK_TEXT + 1 }
  const end = await captureChild(shellWords(books), capture)
  const output = excerpt(end.output.trim().slice(-500), 500)
  const command = `--books '${excerpt(books)}'`
  const failed = (why: string) =>
    new CliError(`${command} ${why}${output === '' ? '' : `: ${output}`}`)
  if (end.isHung) throw failed(`was stopped after ${formatDuration(limitMs)} (--books-timeout)`)
  if (end.exitCode !== 0 && end.stdout.length <= MOST_BOOK_TEXT)
    throw failed(`failed with exit code ${end.exitCode}`)
  if (end.stdout.trim() === '') throw failed('printed nothing; without orders, print []')
  return await readBooks(end.stdout).catch((cause: unknown) => {
    throw cause instanceof BooksError ? new CliError(`${command}: ${cause.message}`) : cause
  })
}
