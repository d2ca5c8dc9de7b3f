import { withoutOthers } from '../choice/not-tried.ts'
import type { Swept } from '../document/sweep-schema.ts'

interface Part {
  readonly file: string
  readonly swept: Swept
}

/** One sweep of several shards, which are added one by one. */
export class MergedSweep {
  readonly #first: string
  /** The file that has a cell. */
  readonly #files: Map<string, string>
  /** The sweep so far. */
  swept: Swept

  constructor({ file, swept }: Part) {
    this.#first = file
    this.#files = new Map(swept.cells.map(({ name }) => [name, file]))
    this.swept = { ...swept, not_tried: withoutOthers(swept.not_tried) }
  }

  /** Adds a shard, or says why it does not belong to the others. */
  add({ file, swept }: Part): string | undefined {
    const [first, known] = [this.#first, this.swept]
    if (swept.command !== known.command) {
      return `${first} and ${file} are sweeps of two commands: merge them separately`
    }
    const [of, other] = [known.shards?.of, swept.shards?.of]
    if (of !== undefined && other !== undefined && of !== other) {
      return `${first} is one of ${of} shards and ${file} one of ${other}: merge them separately`
    }
    for (const { name } of swept.cells) {
      const same = this.#files.get(name)
      if (same !== undefined) {
        // It would hide that another one is missing.
        return `${same} and ${file} both have the cell ${name}: give each shard once`
      }
    }
    for (const { name } of swept.cells) this.#files.set(name, file)
    this.swept = joined(known, swept)
    return undefined
  }
}

function joined(one: Swept, other: Swept): Swept {
  const shards = other.shards ?? one.shards
  const incomplete = distinct([one, other].flatMap((part) => part.incomplete ?? []))
  const more = Math.max(one.baseline.paid_more ?? 0, other.baseline.paid_more ?? 0)
  const twice = one.baseline.paid_twice ?? other.baseline.paid_twice
  const given = [one, other].flatMap((part) => part.shards?.given ?? [])
  return {
    ...one,
    strict: one.strict || other.strict,
    baseline: {
      duration_ms: Math.max(one.baseline.duration_ms, other.baseline.duration_ms),
      findings: distinct([...one.baseline.findings, ...other.baseline.findings]),
      ...(more > 0 && { paid_more: more }),
      ...(twice && { paid_twice: twice }),
    },
    calls: distinct([...one.calls, ...other.calls]),
    cells: [...one.cells, ...other.cells],
    ...(incomplete.length > 0 && { incomplete }),
    not_tried: distinct([...one.not_tried, ...withoutOthers(other.not_tried)]),
    shards: shards && { ...shards, given: [...new Set(given)] },
  }
}

function distinct<Item>(all: readonly Item[]): readonly Item[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
