import { spanText } from '../../base/text/counted.ts'
import type { Fact, FactValue } from '../../control/facts/facts.ts'
import { type Meaning, statusMeaning } from '../../control/facts/meaning.ts'
import { moneyText } from '../../domain/money.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import type { Output } from '../terminal/output.ts'
import { meaningTones } from '../terminal/style.ts'
import { type Cell, fields, type TextColumn } from '../terminal/table.ts'
import { sydneyTimeText } from './value-text.ts'

/** One entry as a list of its facts; `command` gives the command that shows something else. */
export function factsText(
  output: Output,
  facts: readonly Fact[],
  command: (words: string) => string = String,
): string {
  const shown = facts.map(([label, value]) => {
    const isPlural = typeof value === 'object' && value?.is === 'rules' && value.rules.length > 1
    return [isPlural ? `${label}s` : label, factText(value, command)] as const
  })
  return fields(output, shown)
}

function factText(value: FactValue, command: (words: string) => string): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  switch (value.is) {
    case 'money':
      return moneyText(value.cents, value.currency)
    case 'instant':
      return sydneyTimeText(value.at)
    case 'span':
      return spanText(value.ms)
    case 'link':
      return command(`${value.to} ${value.id}`)
    case 'rules':
      return value.rules.length === 0 ? '' : `${value.rules.join(', ')}${value.more ?? ''}`
  }
}

/** A column of a list, with the cell of each row. */
export type ListColumn<Row> = TextColumn & {
  readonly of: (row: Row, output: Output) => Cell | string | number | null | undefined
}

export function listedRows<Row>(
  output: Output,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): string {
  return output.table(
    columns,
    rows.map((row) => columns.map(({ of }) => of(row, output) ?? '')),
  )
}

/** A time in a list, `10:02:11`; of another day than the sandbox's, `03-10 10:02:11`. */
export function listedTime(at: string | null, { layout: { today } }: Output): string {
  if (at === null) return ''
  const text = sydneyTimeText(at)
  const isToday = today !== undefined && text.startsWith(today)
  return isToday ? text.slice(11, 19) : text.slice(5, 19).replace('T', ' ')
}

/** A moment of any day: `2026-03-10 10:02:11`. */
export function dateAndTime(at: string): string {
  return sydneyTimeText(at).slice(0, 19).replace('T', ' ')
}

/** A reference in a list; a pipe gets the whole one. */
export function listReference(reference: string | null | undefined, { layout }: Output): string {
  return layout.width === undefined ? (reference ?? '') : shortId(reference ?? '')
}

/** `declined 51` */
export function statusCell(status: string, code = ''): Cell {
  return inMeaning(`${status} ${code}`.trim(), statusMeaning(status))
}

export function inMeaning(text: string, meaning: Meaning): Cell {
  const tone = meaningTones[meaning]
  return tone === undefined ? { text } : { text, tone }
}
