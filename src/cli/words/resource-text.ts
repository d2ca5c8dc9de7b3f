import { spanText } from '../../base/text/counted.ts'
import { printable } from '../../base/text/printable.ts'
import {
  columnsIn,
  factsIn,
  type Held,
  type Meaning,
  type ResourceColumn,
  type ResourceField,
} from '../../control/fields/field.ts'
import { statusMeaning } from '../../control/fields/status-meaning.ts'
import { amountText, moneyText, numberText } from '../../domain/money.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import { fits, GAP, lengthOf } from '../terminal/column-widths.ts'
import type { Output } from '../terminal/output.ts'
import { meaningTones } from '../terminal/style.ts'
import { type Cell, fields as labelled, type TextColumn } from '../terminal/table.ts'
import { ruleNames, worldLabel } from './exchange/exchange-line.ts'
import { accountText, sydneyTimeText } from './value-text.ts'

/** What a list leaves out, step by step, so that a row stays on one line. */
const savings: readonly Saving[] = [
  {},
  { isDropped: ({ drop }) => drop === 1 },
  { isDropped: ({ drop }) => drop === 1, words: 'short' },
  { isDropped: ({ drop, isSpare }) => drop === 1 || isSpare === true, words: 'short' },
  { isDropped: ({ drop, isSpare }) => drop === 1 || isSpare === true, words: 'bare' },
]

interface Saving {
  readonly isDropped?: (column: Pick<ResourceColumn<never>, 'drop' | 'isSpare'>) => boolean
  /** `short`: without the bank's words; `bare`: as brief as possible, and without the rules. */
  readonly words?: 'short' | 'bare'
}

/** A list as a table, with as much as fits on one line for each row. */
export function resourceTable<Listed>(
  output: Output,
  fields: readonly ResourceField<Listed, never>[],
  rows: readonly Listed[],
): string {
  const { width, today } = output.layout
  const columns = columnsIn('terminal', fields)
  const shownWith = ({ isDropped = () => false, words }: Saving) =>
    columns
      .filter((column) => !isDropped(column))
      .map((column) => drawn(column, rows, { width, words, today }))
  const isOneLine = (shown: ReturnType<typeof shownWith>) =>
    fits(
      shown.map(({ column, cells }) => [column.title, ...cells.map(({ text }) => text)]),
      width,
    )
  const fitting = savings.find((saving) => isOneLine(shownWith(saving)))
  // A list without such columns shows all of its texts, on several lines.
  const isCut =
    fitting === undefined && columns.some(({ isSpare, room }) => isSpare || room === 'reference')
  const shown = isCut
    ? onOneLine(shownWith(savings.at(-1) ?? {}), width)
    : shownWith(fitting ?? savings[1] ?? {})
  return output.table(
    shown.map(({ column }) => column),
    rows.map((_row, i) => shown.map(({ cells }) => cells[i] ?? '')),
  )
}

interface DrawnColumn {
  readonly column: TextColumn
  readonly cells: readonly Cell[]
  readonly isReference: boolean
}

/** The least room in which a text that is cut still says something. */
const LEAST = 6

/** The command that shows one entry has what does not fit here. */
function onOneLine(drawn: readonly DrawnColumn[], width = 0): readonly DrawnColumn[] {
  const withoutMoney = drawn.filter(({ column }) => column.align === undefined)
  const least = withoutMoney.filter(({ column }) => !column.wraps)
  return clipped(drawn, width) ?? clipped(withoutMoney, width) ?? withShortKeys(least, width)
}

/** Texts are cut to the room that is left, references first; undefined if it is too little. */
function clipped(drawn: readonly DrawnColumn[], width: number): readonly DrawnColumn[] | undefined {
  const widths = drawn.map(widthOf)
  const floors = drawn.map(({ column: { title, wraps } }, i) =>
    wraps ? Math.max(LEAST, lengthOf(title)) : (widths[i] ?? 0),
  )
  let excess = -roomBeside(drawn, drawn.length, width)
  for (const isCut of [({ isReference }: DrawnColumn) => isReference, () => true]) {
    while (excess > 0) {
      const wide = drawn.flatMap((one, i) => {
        const own = widths[i] ?? 0
        return isCut(one) && own > (floors[i] ?? 0) ? [{ i, own }] : []
      })
      const [widest] = wide.sort((one, other) => other.own - one.own)
      if (widest === undefined) break
      widths[widest.i] = widest.own - 1
      excess -= 1
    }
  }
  if (excess > 0) return undefined
  return drawn.map((one, i) => {
    const room = widths[i] ?? 0
    // References of one shop often begin alike.
    const shorten = one.isReference ? cutInside : cut
    return { ...one, cells: one.cells.map((cell) => ({ ...cell, text: shorten(cell.text, room) })) }
  })
}

/** What these of all columns leave of a line. */
function roomBeside(drawn: readonly DrawnColumn[], columns: number, width: number): number {
  return width - drawn.map(widthOf).reduce((sum, one) => sum + one, GAP.length * (columns - 1))
}

function widthOf({ column, cells }: DrawnColumn): number {
  return Math.max(...[column.title, ...cells.map(({ text }) => text)].map(lengthOf))
}

/** The first column keeps the two ends of a long text, which are the world and the number of a payment. */
function withShortKeys(drawn: readonly DrawnColumn[], width: number): readonly DrawnColumn[] {
  const [key, ...others] = drawn
  const room = roomBeside(others, drawn.length, width)
  if (key === undefined || room < LEAST) return drawn
  const cells = key.cells.map((cell) => ({ ...cell, text: cutInside(cell.text, room) }))
  return [{ ...key, cells }, ...others]
}

function cutInside(text: string, room: number): string {
  const letters = [...text]
  if (letters.length <= room) return text
  const start = Math.ceil((room - 1) / 2)
  return [...letters.slice(0, start), '…', ...letters.slice(start + 1 - room)].join('')
}

function cut(text: string, room: number): string {
  return lengthOf(text) <= room ? text : `${[...text].slice(0, room - 1).join('')}…`
}

/** One entry as a list of its facts; `command` gives the command that shows something else. */
export function factsText<Whole>(
  output: Output,
  fields: readonly ResourceField<never, Whole>[],
  row: Whole,
  command?: (words: string) => string,
): string {
  const facts = factsIn('terminal', fields, row).map(([label, held]) => {
    const isPlural = typeof held === 'object' && held?.is === 'rules' && held.rules.length > 1
    return [isPlural ? `${label}s` : label, factCell(held, command)] as const
  })
  return labelled(output, facts)
}

function drawn<Listed>(
  { label, held, align, room, isHeadedByCurrency }: ResourceColumn<Listed>,
  rows: readonly Listed[],
  { width, words, today }: Room,
) {
  const values = rows.map(held)
  const currency = isHeadedByCurrency && onlyCurrency(values)
  const column: TextColumn = {
    title: currency || label,
    ...(align && { align }),
    ...(room && { wraps: true }),
  }
  const cells = values.map((value): Cell => {
    if (typeof value === 'string' && room === 'reference')
      return { text: width === undefined ? value : shortId(value) }
    if (currency && typeof value === 'object' && value?.is === 'money')
      return { text: amountText(value.cents, currency) }
    return listCell(saved(value, words), today)
  })
  return { column, cells, isReference: room === 'reference' }
}

interface Room {
  readonly words: Saving['words'] | undefined
  readonly width: number | undefined
  readonly today: string | undefined
}

/** The most of an unknown path where there is little room: what comes after it says more. */
const LONGEST_PATH = 32

function saved(held: Held, words: Saving['words']): Held {
  if (typeof held !== 'object' || words === undefined) return held
  if (held?.is === 'call' && held.isPath) return { ...held, text: cut(held.text, LONGEST_PATH) }
  if (held?.is !== 'words') return held
  const { rules = [], short = held.text, brief = short, ...rest } = held
  return words === 'bare' ? { ...rest, text: brief } : { ...rest, text: short, rules }
}

/** A currency that all amounts share is printed once, in the heading. */
function onlyCurrency(values: readonly Held[]): string | undefined {
  const [first, second] = new Set(
    values.map((held) => (typeof held === 'object' && held?.is === 'money' ? held.currency : '')),
  )
  return second === undefined ? first : undefined
}

function listCell(held: Held, today: string | undefined): Cell {
  if (typeof held !== 'object' || held === null) return { text: String(held ?? '') }
  switch (held.is) {
    case 'instant': {
      const text = sydneyTimeText(held.at)
      if (held.part === 'time') {
        const isToday = today !== undefined && text.startsWith(today)
        return { text: isToday ? text.slice(11, 19) : text.slice(5, 19).replace('T', ' ') }
      }
      return { text: held.part === 'date' ? text.slice(0, 10) : text }
    }
    case 'payer':
      return { text: accountText(held) }
    case 'rules':
      return { text: ruleNames(held.rules).join('') }
    default:
      return factCell(held)
  }
}

function factCell(held: Held, command?: (words: string) => string): Cell {
  if (typeof held !== 'object' || held === null) return { text: String(held ?? '') }
  switch (held.is) {
    case 'money': {
      const text = moneyText(held.cents, held.currency)
      return { text: held.more ? `${text} (${held.more})` : text }
    }
    case 'instant':
      return { text: sydneyTimeText(held.at) }
    case 'date':
      return { text: held.date }
    case 'status':
      return statusCell(held.status, held.more)
    case 'words': {
      const { text, meaning, rules = [] } = held
      return toned([text, ...ruleNames(rules)].join(' '), meaning)
    }
    case 'payer':
      return { text: `${held.card_type ?? ''} ${held.account}`.trim() }
    case 'link':
      return { text: command ? command(`${held.to} ${held.id}`) : String(held.id) }
    case 'rules':
      return { text: `${held.rules.join(', ')}${held.more ?? ''}` }
    case 'call':
      return { text: `${worldLabel(held.world ?? 'default')}${printable(held.text)}` }
    case 'name':
      return { text: held.name ?? '' }
    case 'code':
      return { text: held.text ?? '' }
    case 'members':
      return { text: JSON.stringify(held.members) }
    case 'span':
      return { text: spanText(held.ms) }
    case 'count':
      return { text: numberText(held.count) }
  }
}

/** `declined 51` */
export function statusCell(status: string, code = ''): Cell {
  return toned(`${status} ${code}`.trim(), statusMeaning(status))
}

function toned(text: string, meaning: Meaning | undefined): Cell {
  const tone = meaning && meaningTones[meaning]
  return tone === undefined ? { text } : { text, tone }
}
