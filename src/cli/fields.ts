import type { Output } from './output.ts'
import { printable } from './printable.ts'
import type { Cell } from './table.ts'

export type Field = readonly [label: string, value: Cell | string | number | null | undefined]

/** One thing as a list of its members; those that it does not have are left out. */
export function fields({ style }: Output, pairs: readonly Field[]): string {
  const present = pairs.flatMap(([label, value]) => {
    const { text, tone } =
      typeof value === 'object' && value ? value : { text: String(value ?? '') }
    return text === '' ? [] : [{ label, text: printable(text), tone }]
  })
  const width = Math.max(0, ...present.map(({ label }) => label.length))
  return present
    .map(({ label, text, tone }) => {
      const shown = tone === undefined ? text : style(tone, text)
      return `${style('quiet', label.padEnd(width))}  ${shown}`
    })
    .join('\n')
}
