import type { BooksDocument } from '../books/books-document.ts'
import { booksColumns, booksRow, booksSummary } from '../books/books-table.ts'
import { counted } from '../counted.ts'
import type { CaseDocument } from '../coverage/coverage-document.ts'
import { findingName } from '../findings/all-findings.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import { type FindingGroup, findingGroups, shownOf } from './finding-groups.ts'
import { paidMoreLines } from './headline.ts'
import type { ReportDocument } from './report-document.ts'
import { acceptedLines, groupText } from './text-report.ts'

/** The size limit of a pull request comment, with some room for surrounding text. */
const LONGEST = 60_000

/**
 * For pull requests and job summaries: the verdict, the findings (worst first) and missing
 * coverage.
 */
export function markdownReport(report: ReportDocument): string {
  const head = headOf(report)
  const missing = missingText(report.coverage.cases)
  const books = report.books.map(booksMarkdown)
  const room = LONGEST - [head, missing, ...books].join('').length - 200
  const accepted = acceptedLines(report).map((line) => `- ${inlineMarkdown(line)}`)
  return [head, ...books, ...fitting(report.findings, room), accepted.join('\n'), missing]
    .filter((part) => part !== '')
    .join('\n\n')
}

const MOST_DIFFERENCES = 20

function booksMarkdown(books: BooksDocument): string {
  const rows = [booksColumns, booksColumns.map(() => '---'), ...books.findings.map(booksRow)]
  const shown = rows
    .slice(0, MOST_DIFFERENCES + 2)
    .map((row) => `| ${row.map(tableCell).join(' | ')} |`)
  return [
    inlineMarkdown(booksSummary(books)),
    ...(books.findings.length === 0 ? [] : ['', ...shown]),
  ].join('\n')
}

const marks = { unsafe: '❌', warnings: '⚠️', untested: '⚠️', safe: '✅' } as const

function headOf(report: ReportDocument): string {
  const { not_tested, headline, requests, counts, coverage } = report
  const mark = marks[report.verdict]
  const numbers = [
    counted(requests, 'request'),
    counted(counts.error, 'error'),
    counted(counts.warning, 'warning'),
    counted(counts.note, 'note'),
  ].join(', ')
  return [
    `### ${mark} Sandgate: ${inlineMarkdown(headline)}`,
    '',
    ...(not_tested === null ? [] : [`> ${not_tested.replaceAll('\n', '  \n> ')}`, '']),
    ...paidMoreLines(report).flatMap((line) => [line, '']),
    `${numbers}; coverage ${coverage.percent} %.`,
  ].join('\n')
}

function fitting(findings: readonly FindingDocument[], room: number): readonly string[] {
  const parts: string[] = []
  let left = room
  let shown = 0
  for (const group of findingGroups(findings)) {
    const text = groupMarkdown(group)
    if (text.length + 2 > left) {
      parts.push(`… and ${counted(findings.length - shown, 'more finding')}.`)
      break
    }
    left -= text.length + 2
    shown += group.length
    parts.push(text)
  }
  return parts
}

function groupMarkdown(group: FindingGroup): string {
  const [{ severity, subject }] = group
  const codes = shownOf(group).map(({ code }) => code)
  const small = codes.map((code) => `<code>${html(code)}</code>`).join(' ')
  return [
    `<details${severity === 'error' ? ' open' : ''}><summary><b>${severity}: ${html(findingName(...codes))}</b> ${html(subject)} ${small}</summary>`,
    '',
    fenced(groupText(group)),
    '</details>',
  ].join('\n')
}

/** A fence that nothing in the text can close. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

function missingText(cases: readonly CaseDocument[]): string {
  const missing = cases.filter(({ covered, not_counted }) => !covered && not_counted === null)
  if (missing.length === 0) return ''
  const rows = missing.map(
    ({ name, description, provoke }) =>
      `| ${tableCell(name)} | ${tableCell(description)} | ${tableCell(provoke)} |`,
  )
  return [
    `<details><summary>Never tried: ${counted(missing.length, 'case')}</summary>`,
    '',
    '| case | what | how |',
    '|---|---|---|',
    ...rows,
    '',
    '</details>',
  ].join('\n')
}

export function tableCell(text: string): string {
  return inlineMarkdown(text).replaceAll('|', '\\|')
}

export function inlineMarkdown(text: string): string {
  return html(text).replaceAll('\n', ' ')
}

function html(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  // A report must not notify people who have the name of an order.
  return plain.replaceAll('@', '@<!-- -->')
}
