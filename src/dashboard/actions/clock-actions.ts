import { redactStrangers } from '../../domain/redaction/redacted.ts'
import type { AdvanceBody, Fired } from '../../http/contract/control/calls/clock.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked, Refused } from '../asked.ts'
import { type PaidFor, paidFor } from '../lists/moments.tsx'
import { type ActionResult, type Detail, done, type FormAction, refusedBy } from '../notices.ts'
import { pageAddress } from '../words/address.ts'
import { eventsText, firedText } from '../words/events.ts'
import { momentText } from '../words/time.ts'

const SHOWN = 50

/** By a duration, or to an instant. A duration that cannot be read stays in its field. */
export const advance: FormAction = async (visit, { by = '', to }) => {
  if (to !== undefined) return await advanced(visit, { to })
  try {
    return await advanced(visit, { by: by.trim() })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const typed = { by: redactStrangers(by) }
    return { notice: { kind: 'refused', text: `Duration: ${error.message}`, typed } }
  }
}

export const nextEvent: FormAction = async (visit) => {
  const { scheduled } = await asked(visit, 'next')
  const [first] = scheduled
  return first === undefined
    ? refusedBy('Nothing is scheduled.')
    : await advanced(visit, { to: first.at })
}

export const nextBankingDay: FormAction = (visit) => advanced(visit, { to: 'next banking day' })

export const clockMode: FormAction = async (visit, { mode }) => {
  const clock = await asked(visit, 'changeClock', { mode: mode === 'frozen' ? mode : 'running' })
  return done(`The clock is ${clock.mode} at ${momentText(clock.now)}.`)
}

async function advanced(visit: Visit, body: AdvanceBody): Promise<ActionResult> {
  const { now, fired } = await asked(visit, 'advance', body)
  const paid = await paidFor(visit, fired.slice(0, SHOWN))
  const what =
    fired.length === 0 ? 'Nothing fell due.' : `What happened: ${eventsText(fired, 'happened')}.`
  const left = fired.length - SHOWN
  return done(`It is ${momentText(now)} in Sydney. ${what}`, [
    ...fired.slice(0, SHOWN).map((event) => detailOf(visit, event, paid)),
    ...(left > 0 ? [{ text: `and ${left} more` }] : []),
  ])
}

function detailOf(visit: Visit, event: Fired, paid: PaidFor): Detail {
  const { audit } = event
  const text = firedText(event, paid.get(audit ?? 0))
  return audit === undefined ? { text } : { text, to: pageAddress(visit, `/transactions/${audit}`) }
}
