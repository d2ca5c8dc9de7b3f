import { type ClockState, realClock } from '../../../domain/time/clock.ts'
import type { Scenario, ScenarioRule } from '../../../scenario/rule.ts'
import type { RowChange } from './medium.ts'
import type { Records } from './records.ts'

/** The rows of `meta`: at most one of each kind. */
export interface Meta {
  readonly clock: ClockState
  readonly seed: { readonly value: number }
  readonly scenarios: { readonly loaded: readonly Scenario[] }
  /** Rules in order of priority, and the last number given to an unnamed rule. */
  readonly one_shots: { readonly rules: readonly ScenarioRule[]; readonly last: number }
  /** All correlation ids up to this audit were forgotten by hand. */
  readonly correlations: { readonly forgottenTo: number }
  /** The last ids given out, so that a deleted customer's id is never reused. */
  readonly ids: { readonly customer: number; readonly token: number }
}

export function readMeta<K extends keyof Meta>(records: Records, id: K): Meta[K] | undefined {
  const line = records.line('meta', id)
  return line === undefined ? undefined : (JSON.parse(line) as Meta[K])
}

export function metaChange<K extends keyof Meta>(id: K, value: Meta[K]): RowChange {
  return { table: 'meta', key: id, line: JSON.stringify({ id, ...value }) }
}

export function storedClock(records: Records): ClockState {
  return readMeta(records, 'clock') ?? realClock
}

/** The last ids given out; the highest in use if a hand-written state does not have them. */
export function lastIds(records: Records): Meta['ids'] {
  const { customer = 0, token = 0 } = readMeta(records, 'ids') ?? {}
  return {
    customer: Math.max(customer, records.customerIndex.lastId),
    token: Math.max(token, records.tokenIndex.lastId),
  }
}
