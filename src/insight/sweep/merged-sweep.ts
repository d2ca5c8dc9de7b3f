import type { SweptCall } from './cell.ts'
import { withoutOthers } from './not-tried.ts'
import type { Shards } from './shards.ts'
import {
  type CellOutcome,
  isControlFailed,
  type NotTried,
  type SweepControl,
  type Swept,
} from './swept.ts'

interface Part {
  readonly file: string
  readonly swept: Swept
}

/** One sweep of several shards, which are added one by one. */
export class MergedSweep {
  readonly #first: Part
  readonly #calls = new Map<string, SweptCall>()
  readonly #notTried = new Map<string, NotTried>()
  /** The file that has a cell. */
  readonly #files = new Map<string, string>()
  readonly #outcomes: CellOutcome[] = []
  #isStrict = false
  #cleanMs = 0
  #shards: Shards | undefined
  #control: SweepControl | undefined

  constructor(first: Part) {
    this.#first = first
    this.#take(first)
  }

  /** The sweep so far. */
  get swept(): Swept {
    return {
      ...this.#first.swept,
      isStrict: this.#isStrict,
      cleanMs: this.#cleanMs,
      calls: [...this.#calls.values()],
      outcomes: this.#outcomes,
      notTried: [...this.#notTried.values()],
      control: this.#control,
      shards: this.#shards,
    }
  }

  /** Adds a shard, or says why it does not belong to the others. */
  add(part: Part): string | undefined {
    const { file, swept } = part
    const known = this.#first
    if (swept.command !== known.swept.command) {
      return `${known.file} and ${file} are sweeps of two commands: merge them apart`
    }
    const [of, other] = [this.#shards?.of, swept.shards?.of]
    if (of !== undefined && other !== undefined && of !== other) {
      return `${known.file} is one of ${of} shards and ${file} one of ${other}: merge them apart`
    }
    for (const { cell } of swept.outcomes) {
      const same = this.#files.get(cell.name)
      if (same !== undefined) {
        // It would hide that another one is missing.
        return `${same} and ${file} both have the cell ${cell.name}: give each shard once`
      }
    }
    this.#take(part)
    return undefined
  }

  #take({ file, swept }: Part): void {
    this.#isStrict ||= swept.isStrict
    this.#cleanMs = Math.max(this.#cleanMs, swept.cleanMs)
    for (const call of swept.calls) this.#calls.set(call.name, call)
    for (const outcome of swept.outcomes) {
      this.#files.set(outcome.cell.name, file)
      this.#outcomes.push(outcome)
    }
    for (const one of withoutOthers(swept.notTried ?? [])) {
      this.#notTried.set(`${one.what} ${one.how}`, one)
    }
    this.#control = worse(this.#control, swept.control)
    const { shards = this.#shards } = swept
    const given = [...(this.#shards?.given ?? []), ...(swept.shards?.given ?? [])]
    this.#shards = shards && { ...shards, given: [...new Set(given)] }
  }
}

/** Shards may share one control, so they are not added up; one that failed counts for all. */
function worse(one: SweepControl | undefined, other: SweepControl | undefined) {
  return one === undefined || (other && isControlFailed({ control: other })) ? other : one
}
