import {
  type AssumptionKey,
  type Assumptions,
  assumptionEntries,
  listAssumptions,
} from '../../domain/assumptions/assumptions.ts'
import { assumptionsSchema } from '../../runtime/config/assumptions-schema.ts'
import { isClear } from './lab/clean-up.ts'
import { CannotTell, type LabExchange, LostAnswer } from './lab/exchange.ts'
import type { Lab } from './lab/lab.ts'
import { answerProbes } from './probes/answers.ts'
import { codeProbes } from './probes/codes.ts'
import { never, type Probe } from './probes/probe.ts'
import { requestProbes } from './probes/requests.ts'

/** How one of our assumptions compares with the gateway. */
export type Measured = Determined | Undetermined

interface Determined {
  readonly key: AssumptionKey
  readonly ours: unknown
  readonly verdict: 'confirmed' | 'differs'
  readonly gateway: unknown
  /** How it was measured. */
  readonly how: string
  /** Whether a config can express the value. */
  readonly isSettable: boolean
  readonly by: readonly LabExchange[]
}

interface Undetermined {
  readonly key: AssumptionKey
  readonly ours: unknown
  readonly verdict: 'cannot tell'
  readonly reason: string
  readonly by: readonly LabExchange[]
}

const failure = never('only a failure inside the gateway shows it, and no request can cause one')

/**
 * A probe for every assumption; the compiler reports a missing one.
 * @internal Exported for tests.
 */
export const allProbes: Readonly<Record<AssumptionKey, Probe>> = {
  ...answerProbes,
  ...requestProbes,
  ...codeProbes,
  'gateway_status_codes.acquirer_unreachable': failure,
  'gateway_status_codes.acquirer_time_out': failure,
  'gateway_status_codes.acquirer_unusable': failure,
  'gateway_status_codes.plugin_failure': failure,
  'gateway_status_codes.card_type_not_enabled': failure,
  'gateway_status_codes.internal': failure,
  preauthorisation_days: never('it would take days'),
  card_cutoff: never('visible only at that time of day'),
}

/** Measures one assumption. */
export async function measure(lab: Lab, key: AssumptionKey): Promise<Measured> {
  const ours = assumedValue(lab.ours, key)
  const probe = allProbes[key]
  if ('reason' in probe) return { key, ours, verdict: 'cannot tell', reason: probe.reason, by: [] }
  try {
    const { value, by } = await found(lab, probe.find)
    const verdict = isSame(ours, value) ? 'confirmed' : 'differs'
    const { how } = probe
    return { key, ours, verdict, gateway: value, how, isSettable: isSettable(key, value), by }
  } catch (cause) {
    if (!(cause instanceof CannotTell)) throw cause
    return { key, ours, verdict: 'cannot tell', reason: cause.message, by: cause.by }
  }
}

/** Tries once more after a lost answer, if the fate of the request is known. */
async function found<T>(lab: Lab, find: (lab: Lab) => Promise<T>): Promise<T> {
  const before = new Set(lab.remains.lost)
  try {
    return await find(lab)
  } catch (cause) {
    if (!(cause instanceof LostAnswer)) throw cause
    for (const id of [...lab.remains.lost].filter((one) => !before.has(one))) {
      if (!(await isClear(lab, id))) throw cause
    }
    return await find(lab)
  }
}

export function assumedValue(assumptions: Assumptions, key: AssumptionKey): unknown {
  return listAssumptions(assumptions).find((row) => row.key === key)?.value
}

/** Compares lists without regard to order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((value) => other.includes(value))
}

function isSettable(key: AssumptionKey, value: unknown): boolean {
  return assumptionsSchema.safeParse(withValue({}, key.split('.'), value)).success
}

export type ConfigMembers = Readonly<Record<string, unknown>>

/** The members with this value at a path. */
export function withValue(
  held: ConfigMembers,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): ConfigMembers {
  if (rest.length === 0) return { ...held, [name]: value }
  return { ...held, [name]: withValue({ ...(held[name] ?? {}) }, rest, value) }
}

/** The assumptions that the names select: single ones, or groups by their prefix. */
export function keysOf(names: readonly string[]): readonly AssumptionKey[] {
  const all = assumptionEntries().map(({ key }) => key)
  if (names.length === 0) return all
  return all.filter((key) => names.some((name) => key === name || key.startsWith(`${name}.`)))
}
