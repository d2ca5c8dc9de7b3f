import { redactStrangers } from '../../base/redaction/redacted.ts'
import type { InputOf } from '../../control/control-calls.ts'
import { eventsText } from '../../control/facts/move-words.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { ControlRefusal, callControl } from '../control-call.ts'
import { paidFor } from '../lists/moments.tsx'
import { pageAddress } from '../words/address.ts'
import { firedText } from '../words/events.ts'
import { dateTimeText, distanceText } from '../words/time.ts'
import { ActionButton, done, Form, type FormResult, type PageForm, refusedBy } from './form.tsx'
import { type Frame, ROWS } from './frame.ts'

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

const nextEvent: PageForm = {
  name: 'next-event',
  async handle(visit) {
    const { scheduled } = await callControl(visit, 'upcoming')
    const [first] = scheduled
    if (first === undefined) return refusedBy('Nothing is scheduled.')
    return await advanced(visit, { to: first.at })
  },
}

const nextBankingDayForm: PageForm = {
  name: 'next-banking-day',
  handle: (visit) => advanced(visit, { to: 'next banking day' }),
}

const clockMode: PageForm = {
  name: 'clock-mode',
  async handle(visit, { mode }) {
    const wanted = mode === 'frozen' ? 'frozen' : 'running'
    const clock = await callControl(visit, 'changeClock', { mode: wanted })
    return done(`The clock is ${clock.mode} at ${dateTimeText(clock.now)}.`)
  },
}

/** They are on every page. */
export const clockForms = [advance, nextEvent, nextBankingDayForm, clockMode]

const SHOWN = 50

async function advanced(visit: Visit, body: InputOf<'advance'>): Promise<FormResult> {
  const { now, fired } = await callControl(visit, 'advance', body)
  const shown = fired.slice(0, SHOWN)
  const paid = await paidFor(visit, shown)
  const what =
    fired.length === 0 ? 'Nothing was due.' : `What happened: ${eventsText(fired, 'happened')}.`
  return done(`It is ${dateTimeText(now)} in Sydney. ${what}`, [
    ...shown.map((event) => {
      const text = firedText(event, paid.get(event.audit))
      if (event.audit === undefined) return { text }
      return { text, to: pageAddress(visit, `/transactions/${event.audit}`) }
    }),
    ...(fired.length > SHOWN ? [{ text: `and ${fired.length - SHOWN} more` }] : []),
  ])
}

/** Ways to move the clock that need no choice. */
const steps = [
  { form: advance, values: { by: '1h' }, label: '+1 hour' },
  { form: advance, values: { by: '1d' }, label: '+1 day' },
  { form: nextBankingDayForm, label: 'Next banking day' },
]

/** The sandbox's time and what moves it, on every page. */
export function ClockBar({ frame }: { frame: Frame }) {
  const { visit, clock } = frame
  const [mode, label] = clock.mode === 'frozen' ? ['running', 'Resume'] : ['frozen', 'Freeze']
  return (
    <section class="clock-bar" aria-label="Clock">
      <p class="state" id="clock-state">
        {!visit.isReadOnly && (
          <span class={clock.mode === 'frozen' ? 'dot' : 'dot live'} aria-hidden="true" />
        )}
        <span>
          <span class="roomy">Sydney time, </span>
          {visit.isReadOnly ? 'at the end of the run' : clock.mode}
        </span>
      </p>
      <details class="folds" id="clock-moves">
        <summary class="button small">Move the clock</summary>
        <div class="moves">
          {steps.map((step) => (
            <ActionButton visit={visit} look="small" {...step} />
          ))}
          <NextEvent frame={frame} />
          <Form visit={visit} form={advance} class="inline duration" id="duration-form">
            <label for="duration">Duration</label>
            <input
              id="duration"
              name="by"
              size={8}
              placeholder="3d, 90s"
              value={frame.notice?.typed?.by}
              required
              autocomplete="off"
            />
            <button type="submit" class="small">
              Advance
            </button>
          </Form>
          <ActionButton {...{ visit, form: clockMode, values: { mode }, label }} look="small" />
        </div>
      </details>
    </section>
  )
}

function NextEvent({ frame: { visit, clock, scheduled } }: { frame: Frame }) {
  const [first] = scheduled
  const atOnce = scheduled.filter(({ at }) => at === first?.at)
  return (
    <span class="inline next">
      <ActionButton
        {...{ visit, form: nextEvent, label: 'To next event', look: 'small' }}
        isDisabled={first === undefined}
      />
      <span class="soft what" title={first && dateTimeText(first.at)}>
        {visit.isReadOnly && first && 'Next event: '}
        {atOnce.length === ROWS && 'at least '}
        {first ? eventsText(atOnce) : 'nothing scheduled'}
        {first && <span class="roomy"> {distanceText(clock.now, first.at)}</span>}
      </span>
    </span>
  )
}
