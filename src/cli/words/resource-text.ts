import { numberText, spanText } from '../../base/text/counted.ts'
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
import { amountText, moneyText } from '../../domain/money.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import { lengthOf } from '../terminal/flow.ts'
import type { Output } from '../terminal/output.ts'
import { meaningTones } from '../terminal/style.ts'
import {
  type Cell,
  type Layout,
  fields as labelled,
  type TextColumn,
  table,
} from '../terminal/table.ts'
import { ruleNames, worldLabel } from './exchange/exchange-line.ts'
import { accountText, sydneyTimeText } from './value-text.ts'

/** A list as a table; without spare columns and with brief words if it would not fit. */
export function resourceTable<Listed>(
  output: Output,
  fields: readonly ResourceField<Listed, never>[],
  rows: readonly Listed[],
): string {
  const { width, today } = output.layout
  const draw = (isBrief: boolean, layout: Layout) => {
    const columns = columnsIn('terminal', fields)
      .filter(({ drop, isSpare }) => !isBrief || !(drop === 1 || isSpare))
      .map((column) => drawn(column, rows, { isBrief, width, today }))
    const cells = rows.map((_row, i) => columns.map(({ cells }) => cells[i] ?? ''))
    return table(
      columns.map(({ column }) => column),
      cells,
      layout,
    )
  }
  const whole = draw(false, { ...output.layout, width: undefined })
  const fits = width === undefined || whole.split('\n').every((line) => lengthOf(line) <= width)
  return fits ? whole : draw(true, output.layout)
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
  { isBrief, width, today }: Room,
): { readonly column: TextColumn; readonly cells: readonly Cell[] } {
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
    const shown = width === undefined ? value : shortPath(value)
    return listCell(isBrief ? brief(shown) : shown, today)
  })
  return { column, cells }
}

interface Room {
  readonly isBrief: boolean
  readonly width: number | undefined
  readonly today: string | undefined
}

/** The most of an unknown path where there is little room: what comes after it says more. */
const LONGEST_PATH = 24

function shortPath(held: Held): Held {
  if (typeof held !== 'object' || held?.is !== 'call' || !held.isPath) return held
  const { text } = held
  const isLong = lengthOf(text) > LONGEST_PATH
  return isLong ? { ...held, text: `${text.slice(0, LONGEST_PATH - 1)}…` } : held
}

function brief(held: Held): Held {
  if (typeof held !== 'object' || held?.is !== 'words') return held
  const { rules: _rules, short = held.text, brief: text = short, ...rest } = held
  return { ...rest, text }
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
