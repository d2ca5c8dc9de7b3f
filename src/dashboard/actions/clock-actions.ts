import type {
  AdvanceAnswer,
  AdvanceBody,
  ClockAnswer,
  ClockChangedAnswer,
  Fired,
  NextAnswer,
} from '../../http/contract/control/calls/clock.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import { pageAddress } from '../layout/address.ts'
import { type ActionResult, type Detail, done, type FormAction, refusedBy } from '../notices.ts'
import { eventsText, firedText } from '../words/events.ts'
import { dayOf, momentText } from '../words/time.ts'

const SHOWN = 50

export const advance: FormAction = async (visit, { by = '' }) => {
  return await advanced(visit, { by: by.trim() })
}

export const nextEvent: FormAction = async (visit) => {
  const { scheduled } = await asked<NextAnswer>(visit, { path: '/clock/next' })
  const [first] = scheduled
  if (first === undefined) return refusedBy('Nothing is scheduled.')
  return await advanceTo(visit, first.at)
}

/** The longest time without a banking day that any calendar should have. */
const LONGEST = 30

export const nextBankingDay: FormAction = async (visit) => {
  const { now } = await asked<ClockAnswer>(visit, { path: '/clock' })
  const [, ...days] = await visit.calendar(dayOf(now), LONGEST)
  const next = days.find(({ isBankingDay }) => isBankingDay)
  if (next === undefined) return refusedBy('The calendar has no banking day within a month.')
  return await advanceTo(visit, next.startsAt)
}

export const clockMode: FormAction = async (visit, { mode }) => {
  const body = { mode }
  const clock = await asked<ClockChangedAnswer>(visit, { method: 'PUT', path: '/clock', body })
  return done(`The clock is ${clock.mode} at ${momentText(clock.now)}.`)
}

function advanceTo(visit: Visit, to: string): Promise<ActionResult> {
  return advanced(visit, { to })
}

async function advanced(visit: Visit, body: AdvanceBody): Promise<ActionResult> {
  const call = { method: 'POST', path: '/clock/advance', body } as const
  return moved(visit, await asked<AdvanceAnswer>(visit, call))
}

function moved(visit: Visit, { now, fired }: AdvanceAnswer): ActionResult {
  const what = fired.length === 0 ? 'Nothing fell due.' : `What happened: ${eventsText(fired)}.`
  const left = fired.length - SHOWN
  return done(`It is ${momentText(now)} in Sydney. ${what}`, [
    ...fired.slice(0, SHOWN).map((event) => detailOf(visit, event)),
    ...(left > 0 ? [{ text: `and ${left} more` }] : []),
  ])
}

function detailOf(visit: Visit, event: Fired): Detail {
  const text = firedText(event)
  const { audit } = event
  return audit === undefined ? { text } : { text, to: pageAddress(visit, `/transactions/${audit}`) }
}
