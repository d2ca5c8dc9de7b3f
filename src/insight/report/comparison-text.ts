import { counted } from '../counted.ts'
import type { ComparedItem, Comparison } from './comparison.ts'
import { inlineMarkdown, tableCell } from './markdown-report.ts'
import { type Paint, plainPaint } from './text-report.ts'

const parts = [
  ['new', 'New'],
  ['gone', 'Gone'],
  ['not_tried', 'Not tried again, so it may still be there'],
  ['same', 'The same as before'],
] as const

/** The most items of a part to name. */
const MOST = 50

/** For a terminal: what is new first. */
export function comparisonText(compared: Comparison, paint: Paint = plainPaint): string {
  const { headline, items, old, new: later } = compared
  const isWorse = items.new.some(({ severity }) => severity === 'error')
  return [
    paint(isWorse ? 'error' : 'strong', headline),
    `Before: ${old.headline}`,
    `Now:    ${later.headline}`,
    ...partsOf(compared).flatMap(({ title, shown, more }) => {
      const widest = Math.max(...shown.map(({ what }) => what.length))
      return [
        '',
        paint('strong', title),
        ...shown.map((item) => `  ${itemText(item, widest, paint)}`),
        ...(more === 0 ? [] : [`  … and ${more} more`]),
      ]
    }),
    ...notCompared(compared),
  ].join('\n')
}

function itemText({ severity, what, where, note }: ComparedItem, widest: number, paint: Paint) {
  const word = paint(severity, severity.toUpperCase().padEnd(7))
  const end = note === undefined ? '' : paint('faint', `  (${note})`)
  return `${word} ${what.padEnd(widest)}  ${where}${end}`
}

/** For pull requests and job summaries. */
export function comparisonMarkdown(compared: Comparison): string {
  const { headline, items, old, new: later } = compared
  const isWorse = items.new.some(({ severity }) => severity === 'error')
  return [
    `### ${isWorse ? '❌' : '✅'} Compared with the earlier ${compared.kind}: ${headline}`,
    '',
    `- before: ${inlineMarkdown(old.headline)}`,
    `- now: ${inlineMarkdown(later.headline)}`,
    ...partsOf(compared).flatMap(({ name, title, shown, more }) => [
      '',
      `<details${name === 'new' ? ' open' : ''}><summary>${title}</summary>`,
      '',
      '| severity | what | where | note |',
      '|---|---|---|---|',
      ...shown.map(({ severity, what, where, note = '' }) => {
        return `| ${severity} | ${tableCell(what)} | ${tableCell(where)} | ${tableCell(note)} |`
      }),
      '',
      ...(more === 0 ? [] : [`… and ${more} more.`, '']),
      '</details>',
    ]),
    ...notCompared(compared),
    '',
  ].join('\n')
}

function partsOf({ items }: Comparison) {
  return parts.flatMap(([name, words]) => {
    const all = items[name]
    if (all.length === 0) return []
    const shown = all.slice(0, MOST)
    return [{ name, title: `${words}: ${all.length}`, shown, more: all.length - shown.length }]
  })
}

function notCompared({ not_compared: count }: Comparison): readonly string[] {
  if (count === 0) return []
  return ['', `Not compared: ${counted(count, 'finding')} that the reports did not keep.`]
}
