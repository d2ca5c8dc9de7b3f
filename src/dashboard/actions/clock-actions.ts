import { redactStrangers } from '../../domain/redaction/redacted.ts'
import type { InputOf } from '../../http/control/control-calls.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { ControlRefusal, callControl } from '../control-call.ts'
import { done, type FormResult, type PageForm, refusedBy } from '../layout/form.tsx'
import { paidFor } from '../lists/moments.tsx'
import { pageAddress } from '../words/address.ts'
import { eventsText, firedText } from '../words/events.ts'
import { dateTimeText } from '../words/time.ts'

const SHOWN = 50

/** By a duration, or to an instant. A duration that cannot be read stays in its field. */
export const advance: PageForm = {
  name: 'advance',
  async handle(visit, { by = '', to }) {
    if (to !== undefined) return await advanced(visit, { to })
    try {
      return await advanced(visit, { by: by.trim() })
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error
      const typed = { by: redactStrangers(by) }
      return { notice: { kind: 'refused', text: `Duration: ${error.message}`, typed } }
    }
  },
}

export const nextEvent: PageForm = {
  name: 'next-event',
  async handle(visit) {
    const { scheduled } = await callControl(visit, 'next')
    const [first] = scheduled
    if (first === undefined) return refusedBy('Nothing is scheduled.')
    return await advanced(visit, { to: first.at })
  },
}

export const nextBankingDayForm: PageForm = {
  name: 'next-banking-day',
  handle: (visit) => advanced(visit, { to: 'next banking day' }),
}

export const clockMode: PageForm = {
  name: 'clock-mode',
  async handle(visit, { mode }) {
    const wanted = mode === 'frozen' ? 'frozen' : 'running'
    const clock = await callControl(visit, 'changeClock', { mode: wanted })
    return done(`The clock is ${clock.mode} at ${dateTimeText(clock.now)}.`)
  },
}

/** They are on every page. */
export const clockForms = [advance, nextEvent, nextBankingDayForm, clockMode]

async function advanced(visit: Visit, body: InputOf<'advance'>): Promise<FormResult> {
  const { now, fired } = await callControl(visit, 'advance', body)
  const shown = fired.slice(0, SHOWN)
  const paid = await paidFor(visit, shown)
  const what =
    fired.length === 0 ? 'Nothing fell due.' : `What happened: ${eventsText(fired, 'happened')}.`
  return done(`It is ${dateTimeText(now)} in Sydney. ${what}`, [
    ...shown.map((event) => {
      const to = pageAddress(visit, `/transactions/${event.audit}`)
      const text = firedText(event, paid.get(event.audit))
      return event.audit === undefined ? { text } : { text, to }
    }),
    ...(fired.length > SHOWN ? [{ text: `and ${fired.length - SHOWN} more` }] : []),
  ])
}
