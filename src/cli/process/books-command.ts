import { type Command, InvalidArgumentError, Option } from 'commander'
import { controlClient } from '../../client/control-client.ts'
import type { ControlTarget } from '../../client/control-connection.ts'
import { excerpt } from '../../document/complaint.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import type { Reconciliation } from '../../insight/books/books-document.ts'
import { MOST_BOOK_TEXT, readBooks } from '../../insight/books/read-books.ts'
import { CliError } from '../cli-error.ts'
import { realTimeArgument } from '../options/argument.ts'
import { type CaptureOptions, captureChild } from './captured-child.ts'
import { shellWords } from './spawn-command.ts'

export interface BooksOptions {
  readonly books?: string
  readonly booksTimeout: number
}

export function withBooks(command: Command): Command {
  return command
    .option(
      '--books <command>',
      'a command that prints your order book; it runs after yours',
      (text: string, before?: string) => {
        if (before === undefined) return text
        throw new InvalidArgumentError('Give it once, with a command that prints all orders.')
      },
    )
    .addOption(
      new Option('--books-timeout <duration>', 'time limit of the --books command')
        .argParser(realTimeArgument)
        .default(60_000, '60s'),
    )
}

/** The most that one comparison takes. */
const MOST_UNDECIDED = 1000

/** Runs a books command, and compares what it prints on its stdout; it becomes part of the report. */
export async function compareBooks(
  { books, booksTimeout: limitMs }: Required<BooksOptions>,
  target: ControlTarget,
  parts: Pick<CaptureOptions, 'env' | 'stopping'>,
  /** Audits of which the client could not know more than that they were undecided. */
  undecided: readonly number[] = [],
): Promise<Reconciliation> {
  // One more than may be read, so that reading it says that it is too much.
  const capture = { ...parts, limitMs, mostStdout: MOST_BOOK_TEXT + 1 }
  const end = await captureChild(shellWords(books), capture)
  const output = excerpt(end.output.trim().slice(-500), 500)
  const failed = (why: string) =>
    new CliError(`--books '${excerpt(books)}' ${why}${output === '' ? '' : `: ${output}`}`)
  if (end.isHung) throw failed(`was stopped after ${formatDuration(limitMs)} (--books-timeout)`)
  if (end.exitCode !== 0) throw failed(`failed with exit code ${end.exitCode}`)
  if (end.stdout.trim() === '') throw failed('printed nothing; without orders, print []')
  const orders = await readBooks(end.stdout)
  return await controlClient(target).reconcile({
    orders: [...orders],
    ...(undecided.length > 0 && { undecided: undecided.slice(0, MOST_UNDECIDED) }),
  })
}
