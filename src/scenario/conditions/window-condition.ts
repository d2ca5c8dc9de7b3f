import type { Fault } from '../../base/documents/complaint.ts'
import { MINUTE, parseInstant } from '../../domain/time/instant.ts'
import { minutesOf, sydneyIso, sydneyTimeOfDay } from '../../domain/time/sydney-time.ts'
import { operations } from '../operations.ts'
import type { Conditions, Facts } from '../rule.ts'
import type { WhenDocument } from '../scenario-document.ts'
import type { Condition, ConditionCheck } from './condition.ts'

export const momentForms =
  'an instant such as 2026-03-10T01:00:00Z, or a time of day from "00:00" to "23:59"'

const timeOfDay = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/

export function isMoment(text: string): boolean {
  return timeOfDay.test(text) || parseInstant(text) !== undefined
}

/** The start of the window, inclusive: an instant or a time of day. */
export const fromCondition = edge(
  'from',
  'The first instant, or time of day in Sydney, at which it holds.',
)

/** The end of the window, exclusive. */
export const untilCondition = edge(
  'until',
  'The instant, or time of day in Sydney, from which it no longer holds.',
)

/** Both edges form one window, so the first one that is given checks both. */
function edge(name: 'from' | 'until', means: string): Condition<string, string> {
  return {
    means,
    form: { kind: 'moment' },
    carriers: operations,
    compile: (written) => written,
    faults: (_written, all) =>
      name === 'until' || all.until === undefined ? [] : windowFaults(all),
    checks: (_stored, all) =>
      name === 'until' && all.from !== undefined ? [] : [windowCheck(all)],
    patterns: (stored) => [stored],
  }
}

function windowFaults({ from = '', until = '' }: WhenDocument): readonly Fault[] {
  if (timeOfDay.test(from) !== timeOfDay.test(until)) {
    const message = 'from and until must both be instants, or both be times of day'
    return [{ path: [], message }]
  }
  const isEmpty = timeOfDay.test(from)
    ? from === until
    : (parseInstant(from) ?? 0) >= (parseInstant(until) ?? 0)
  return isEmpty ? [{ path: [], message: 'never matches: from is not before until' }] : []
}

function windowCheck(all: Conditions): ConditionCheck {
  const { from, until } = all
  const holds = windowTest(from, until)
  const words = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ]
  return {
    field: 'time',
    wanted: words.join(' '),
    holds,
    found: ({ now }) => (now === undefined ? undefined : sydneyIso(now, 'seconds')),
  }
}

/** Whether an instant is in the window; a daily window may span midnight. */
function windowTest(
  from: string | undefined,
  until: string | undefined,
): (facts: Facts) => boolean {
  if (!timeOfDay.test(from ?? until ?? '')) {
    const first = from === undefined ? Number.NEGATIVE_INFINITY : (parseInstant(from) ?? 0)
    const end = until === undefined ? Number.POSITIVE_INFINITY : (parseInstant(until) ?? 0)
    return ({ now }) => now !== undefined && now >= first && now < end
  }
  const first = minutesOf(from ?? '00:00') * MINUTE
  const end = minutesOf(until ?? '24:00') * MINUTE
  return ({ now }) => {
    if (now === undefined) return false
    const time = sydneyTimeOfDay(now)
    return first < end ? time >= first && time < end : time >= first || time < end
  }
}
