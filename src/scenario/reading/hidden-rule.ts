import { conditionsIn } from '../conditions/table.ts'
import { callsCarrying, callsNamed, fieldsOf } from '../matching/carrying.ts'
import { neededSource, reachOf } from '../matching/reach.ts'
import { type Conditions, type Method, methods, type Rule } from '../rule.ts'

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
  return conditionsIn(wide).every(({ condition, value }) => {
    if (condition.name === 'operation') return true
    const other = condition.name === 'method' ? methodOf(narrow) : narrow[condition.name]
    return condition.covers(value, other)
  })
}

/** The method that is asked for, or that the other conditions imply. */
function methodOf(when: Conditions): Method | undefined {
  const implied = methods.find((method) =>
    fieldsOf(method).some((name) => when[name] !== undefined),
  )
  return implied ?? when.method
}
