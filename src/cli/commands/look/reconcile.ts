import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Reconciliation } from '../../../insight/books/books-document.ts'
import { booksColumns, booksRow, booksSummary } from '../../../insight/books/books-table.ts'
import { BooksError, readBooks } from '../../../insight/books/read-books.ts'
import { readNamed, unreadable } from '../../../runtime/named-file.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { connectToRead, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'

export function reconcileCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .argument('<file>', 'your order book in JSON, JSON lines or CSV; - reads it from stdin')
    .action(async (file: string, options: TargetOptions) => {
      const books = file === '-' ? await text(io.stdin) : await readFile(file)
      const orders = await ordersIn(books)
      const result = await connectToRead(options, io).reconcile({ orders: [...orders] })
      outputFor(options, io).result(result, reconciledText)
      const isWrong = result.findings.some(({ severity }) => severity === 'error')
      if (isWrong) io.exitCode = exitCode.checkFailed
    })
}

async function readFile(file: string): Promise<string> {
  return await readNamed(file).catch((cause: unknown) => {
    throw unreadable('order book', file, cause)
  })
}

/** The orders of a text; a mistake in it is one line for the user. */
async function ordersIn(books: string) {
  return await readBooks(books).catch((cause: unknown) => {
    throw cause instanceof BooksError ? new CliError(cause.message) : cause
  })
}

function reconciledText({ table, style, paragraph }: Output, result: Reconciliation): string {
  const { findings, dropped_findings: dropped } = result
  const columns = booksColumns.map((title) => ({ title, wraps: true }) as const)
  const rows = findings.map((finding) => {
    const [code, ...cells] = booksRow(finding)
    return [{ text: code, tone: finding.severity === 'error' ? 'bad' : 'odd' } as const, ...cells]
  })
  const advice = new Map(findings.map((finding) => [finding.code, finding.advice]))
  return [
    ...(findings.length === 0 ? [] : [table(columns, rows), '']),
    ...(dropped === 0 ? [] : [`and ${dropped} more.`, '']),
    style(findings.length === 0 ? 'good' : 'strong', booksSummary(result)),
    ...[...advice].map(([code, words]) => paragraph(`${code}: ${words}`)),
  ].join('\n')
}
