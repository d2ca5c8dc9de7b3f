import { counted } from '../../../base/text/counted.ts'
import type { Shards } from './sweep-schema.ts'

/**
 * Deals cells out to shards in turn, by their names, which are the same on every machine. Equal faults
 * follow each other, so that each shard has its part of the slow ones.
 */
export function dealt<Cell extends { readonly name: string }>(
  cells: readonly Cell[],
  of: number,
): readonly (readonly Cell[])[] {
  const backwards = (name: string) => name.split('/').reverse().join('/')
  const names = cells.map(({ name }) => backwards(name)).sort()
  const shards = new Map(names.map((name, i) => [name, i % of]))
  return Array.from({ length: of }, (_, i) =>
    cells.filter(({ name }) => shards.get(backwards(name)) === i),
  )
}

/** The shards that are not here, and how many cells they have. */
function missingOf({ of, given, sizes }: Shards) {
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((one) => !given.includes(one))
  const cells = missing.reduce((sum, nth) => sum + (sizes[nth - 1] ?? 0), 0)
  return { missing, cells }
}

/** How the headline says that a sweep is a part: `only shard 2 of 3: 7 cells are in shards 1, 3`. */
export function partText(shards: Shards): string | undefined {
  const { missing, cells } = missingOf(shards)
  if (missing.length === 0 || shards.given.length !== 1) return missingText(shards)
  const are = `${counted(cells, 'cell')} ${cells === 1 ? 'is' : 'are'}`
  const others = `${missing.length === 1 ? 'shard' : 'shards'} ${rangesText(missing)}`
  return `only shard ${shards.given[0]} of ${shards.of}: ${are} in ${others}`
}

/** Which shards are not here: `shard 213 of 500 is missing: 4 cells are untested`. */
export function missingText(shards: Shards): string | undefined {
  const { of } = shards
  const { missing, cells } = missingOf(shards)
  if (missing.length === 0) return undefined
  const [are, noun] = missing.length === 1 ? ['is', 'shard'] : ['are', 'shards']
  const untested = `${counted(cells, 'cell')} ${cells === 1 ? 'is' : 'are'} untested`
  return `${noun} ${rangesText(missing)} of ${of} ${are} missing: ${untested}`
}

/** `1 to 3, 7` */
function rangesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')
}
