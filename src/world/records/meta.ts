import { type ClockState, realClock } from '../../domain/time/clock.ts'
import type { Fingerprint } from '../../scenario/conditions/sealed-number.ts'
import { sealedRule, sealedScenario } from '../../scenario/matching/sealed-rule.ts'
import type { Scenario, ScenarioRule } from '../../scenario/rule.ts'
import type { RowChange } from './medium.ts'
import type { Records } from './records.ts'

/** The rows of `meta`: one of each kind at most. */
export interface Meta {
  readonly clock: ClockState
  readonly seed: { readonly value: number }
  readonly scenarios: {
    readonly loaded: readonly Scenario[]
    /** Kept in `one_shots` since. */
    readonly oneShots: readonly ScenarioRule[]
  }
  /** Asked in this order; the last number that one without a name was given. */
  readonly one_shots: { readonly rules: readonly ScenarioRule[]; readonly last: number }
  /** Correlation ids of all transactions up to this audit were told to be forgotten. */
  readonly correlations: { readonly forgottenTo: number }
  /** The last numbers given out: a deleted customer's is never given again. */
  readonly ids: { readonly customer: number; readonly token: number }
}

export function readMeta<K extends keyof Meta>(records: Records, id: K): Meta[K] | undefined {
  const line = records.line('meta', id)
  return line === undefined ? undefined : (JSON.parse(line) as Meta[K])
}

export function metaChange<K extends keyof Meta>(id: K, value: Meta[K]): RowChange {
  return { table: 'meta', key: id, line: JSON.stringify({ id, ...value }) }
}

/** Rules as they may be kept: no number that one of them waits for is written. */
export function rulesChange(loaded: readonly Scenario[], fingerprint: Fingerprint): RowChange {
  return metaChange('scenarios', {
    loaded: loaded.map((scenario) => sealedScenario(scenario, fingerprint)),
    oneShots: [],
  })
}

export function oneShotsChange(
  { rules, last }: Meta['one_shots'],
  fingerprint: Fingerprint,
): RowChange {
  return metaChange('one_shots', {
    rules: rules.map((rule) => sealedRule(rule, fingerprint)),
    last,
  })
}

export function storedClock(records: Records): ClockState {
  return readMeta(records, 'clock') ?? realClock
}

/** The last numbers given out. A state written by hand may not say them: then the highest in use. */
export function lastIds(records: Records): Meta['ids'] {
  const { customer = 0, token = 0 } = readMeta(records, 'ids') ?? {}
  return {
    customer: Math.max(customer, records.customerIndex.lastId),
    token: Math.max(token, records.tokenIndex.lastId),
  }
}
