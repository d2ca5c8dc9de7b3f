import { testPanLike } from '../../domain/card/test-cards.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import type { ReplayStep } from './replay-steps.ts'

/** The first place where two values differ, and both values there. */
interface Difference {
  /** `status.acquirer.response_code`; empty for the whole value. */
  readonly path: string
  readonly recorded: unknown
  readonly replayed: unknown
}

/** A step whose replay gave another answer. */
export interface StepDifference extends Difference {
  readonly step: ReplayStep
}

/** The first difference between two JSON values, if any. */
export function firstDifference(
  recorded: unknown,
  replayed: unknown,
  path: readonly string[] = [],
): Difference | undefined {
  if (Object.is(recorded, replayed) || isOfUnknownCard(recorded, replayed)) return undefined
  if (!hasMembers(recorded) || !hasMembers(replayed) || isList(recorded) !== isList(replayed)) {
    return { path: path.join('.'), recorded, replayed }
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const found = firstDifference(recorded[key], replayed[key], [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

/** A card that is not a test card is another one in a replay. */
function isOfUnknownCard(recorded: unknown, replayed: unknown): boolean {
  if (typeof recorded !== 'string' || typeof replayed !== 'string') return false
  const masked = /^[0-9]{6}[^0-9]{3,9}[0-9]{4}$/
  if (!masked.test(recorded) || !masked.test(replayed)) return false
  return testPanLike(recorded.replaceAll(/[^0-9]/g, 'x')) === undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) || Array.isArray(value)
}

function isList(value: unknown): boolean {
  return Array.isArray(value)
}
