import type { Exchange } from '../insight/exchange.ts'
import type { History } from '../insight/run/history.ts'
import { isSettledBy, isUnsure, withoutBodies } from '../insight/run/unclear.ts'
import type { Image, RowChange } from './records/medium.ts'
import type { Records } from './records/records.ts'

/** The most to keep; the oldest are dropped first. */
const MOST_KEPT = 1000

/** The keys of the rows in `meta`: one for each call, one if some were dropped, one while they are kept. */
const PREFIX = 'unclear '
const DROPPED = `${PREFIX}dropped`
const KEPT = `${PREFIX}kept`
const ROW_START = `{"id":"${PREFIX}`

interface Scene {
  readonly records: Records
  readonly isClosed: boolean
  commit(changes: readonly RowChange[]): void
}

/**
 * The transaction requests of a stored world whose clients do not know the result, each in a row of
 * its own, so that a restart hides nothing. A call with a clear answer costs nothing here.
 */
export class UnclearAnswers {
  readonly #scene: Scene
  readonly #kept = new Map<string, Exchange>()
  #last = 0

  constructor(scene: Scene) {
    this.#scene = scene
    for (const key of unclearKeys(scene.records)) {
      const row = JSON.parse(scene.records.line('meta', key) ?? '{}') as { exchange?: Exchange }
      if (row.exchange !== undefined) this.#kept.set(key, row.exchange)
      this.#last = Math.max(this.#last, Number(key.slice(PREFIX.length)) || 0)
    }
  }

  /** Tells a chapter what earlier runs left open. */
  recall(history: History, now: number): void {
    const { records } = this.#scene
    for (const exchange of this.#kept.values()) {
      history.recalled(exchange)
      const { made } = exchange.facts
      const to = made && records.transaction(made.audit)?.status
      if (made === undefined || to === undefined || to === made.status) continue
      history.moved({ audit: made.audit, at: now, to, isAnswer: false, isExpiry: false })
    }
    if (records.line('meta', DROPPED) !== undefined) history.chapter?.cut('dropped')
    if (records.line('meta', KEPT) !== undefined) return
    if (records.size('transactions') > 0) history.chapter?.cut('unkept')
    this.#scene.commit([row(KEPT, {})])
  }

  /** A request whose answer is about to be delayed or broken; the key is for `end`. */
  begin(exchange: Exchange): string | undefined {
    return isUnsure(exchange) ? this.#put(this.#nextKey(), exchange) : undefined
  }

  /** A call has ended. `begun`: the key that it got when it began. */
  end(exchange: Exchange, begun: string | undefined): void {
    // A reset or an import has made it a call of the past.
    if (begun !== undefined && !this.#kept.has(begun)) return
    // What it left when it began stays.
    if (this.#scene.isClosed) return
    const isLost = isUnsure(exchange) && !isOwnFailure(exchange)
    if (isLost) this.#put(begun ?? this.#nextKey(), exchange)
    else if (begun !== undefined) this.#remove([begun])
    if (exchange.sender !== undefined) return
    this.#remove([...this.#kept].flatMap(([key, one]) => (isSettledBy(one, exchange) ? key : [])))
  }

  /** The world has another state: nothing is judged across it. */
  forget(records: Records): void {
    this.#kept.clear()
    records.apply([...withoutUnclear(records), row(KEPT, {})])
  }

  #nextKey(): string {
    this.#last += 1
    return `${PREFIX}${this.#last}`
  }

  #put(key: string, exchange: Exchange): string {
    const slim = withoutBodies(exchange)
    this.#kept.set(key, slim)
    const changes: RowChange[] = [row(key, { exchange: slim })]
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) {
      this.#kept.delete(oldest)
      changes.push({ table: 'meta', key: oldest, line: undefined }, row(DROPPED, {}))
    }
    this.#scene.commit(changes)
    return key
  }

  #remove(keys: readonly string[]): void {
    if (keys.length === 0) return
    for (const key of keys) this.#kept.delete(key)
    this.#scene.commit(keys.map((key) => ({ table: 'meta', key, line: undefined })))
  }
}

/** The state of a world to take elsewhere: its clients' open questions stay behind. */
export function exportedImage(records: Records): Image {
  const { tables } = records.image()
  return { tables: { ...tables, meta: tables.meta.filter((line) => !line.startsWith(ROW_START)) } }
}

/** Nothing sees what settles them while judging is off, so they are not kept then. */
export function withoutUnclear(records: Records): readonly RowChange[] {
  return unclearKeys(records).map((key) => ({ table: 'meta', key, line: undefined }))
}

/** The sandbox failed itself and undid the request; its store may be full. */
function isOwnFailure({ answer: { status = 0 }, fault }: Exchange): boolean {
  return status >= 500 && fault === undefined
}

function row(id: string, members: object): RowChange {
  return { table: 'meta', key: id, line: JSON.stringify({ id, ...members }) }
}

function unclearKeys(records: Records): readonly string[] {
  return records.keys('meta').flatMap((key) => (isUnclearKey(key) ? key : []))
}

function isUnclearKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(PREFIX)
}
