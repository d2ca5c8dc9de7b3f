import { callsCarrying, callsNamed } from '../matching/carriers.ts'
import { covers, isGlob } from '../matching/glob.ts'
import { neededSource, reachOf } from '../matching/reach.ts'
import { type TextFieldName, textFieldNames, textFields } from '../matching/text-field.ts'
import type { AmountCondition, Conditions, Rule, TextCondition } from '../rule.ts'

/** Whether the earlier of two rules takes every request that the later one waits for. */
export function hides(earlier: Rule, later: Rule): boolean {
  if (earlier.times !== undefined || earlier.skip !== undefined) return false
  return reachesAll(earlier, later) && isWider(earlier.when, later.when)
}

/** Whether it can do something to every request that the later one could do something to. */
function reachesAll(earlier: Rule, later: Rule): boolean {
  const taken = callsNamed(earlier.when)
  const [wide, narrow] = [reachOf(earlier.outcome), reachOf(later.outcome)]
  const waitedFor = callsCarrying(later.when).filter((call) => narrow.includes(call))
  const source = neededSource(earlier.outcome)
  const hasSource = source === undefined || later.when[source] !== undefined
  return hasSource && waitedFor.every((call) => taken.includes(call) && wide.includes(call))
}

function isWider(wide: Conditions, narrow: Conditions): boolean {
  return (
    includesAll(wide.merchant, narrow.merchant) &&
    (wide.method === undefined || wide.method === methodOf(narrow)) &&
    amountCovers(wide.amount, narrow.amount) &&
    textFieldNames.every((name) => fieldCovers(name, wide[name], narrow[name])) &&
    Object.entries(wide.kvp ?? {}).every(([key, globs]) => textCovers(globs, narrow.kvp?.[key]))
  )
}

function includesAll<T>(wide: readonly T[] | undefined, narrow: readonly T[] | undefined): boolean {
  if (wide === undefined) return true
  return narrow?.every((one) => wide.includes(one)) ?? false
}

function methodOf(when: Conditions): Conditions['method'] {
  if (when.pan !== undefined || when.cvv !== undefined || when.card_type !== undefined)
    return 'card'
  if (when.bsb !== undefined || when.account_number !== undefined) return 'direct_debit'
  return when.method
}

function fieldCovers(
  name: TextFieldName,
  wide: TextCondition | undefined,
  narrow: TextCondition | undefined,
): boolean {
  const { normalise } = textFields[name]
  return wide === undefined || textCovers(wide.map(normalise), narrow?.map(normalise))
}

function textCovers(wide: TextCondition, narrow: TextCondition | undefined): boolean {
  return narrow?.every((inner) => wide.some((outer) => covers(outer, inner))) ?? false
}

function amountCovers(
  wide: AmountCondition | undefined,
  narrow: AmountCondition | undefined,
): boolean {
  if (wide === undefined) return true
  if (narrow === undefined) return false
  if (wide.kind === 'globs') {
    return textCovers(wide.globs, narrow.kind === 'globs' ? narrow.globs : ['*'])
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = wide
  if (narrow.kind === 'range') {
    return (narrow.min ?? 0) >= min && (narrow.max ?? Number.POSITIVE_INFINITY) <= max
  }
  return narrow.globs.every((glob) => !isGlob(glob) && Number(glob) >= min && Number(glob) <= max)
}
