import { advance, clockMode, nextBankingDayForm, nextEvent } from '../actions/clock-actions.ts'
import { eventsText } from '../words/events.ts'
import { dateTimeText, distanceText } from '../words/time.ts'
import { ActionButton, Form } from './form.tsx'
import { type Frame, MOST_SCHEDULED } from './frame.ts'

/** Ways to move the clock that need no choice. */
const steps = [
  { form: advance, values: { by: '1h' }, label: '+1 hour' },
  { form: advance, values: { by: '1d' }, label: '+1 day' },
  { form: nextBankingDayForm, label: 'Next banking day' },
]

/** The sandbox's time and what moves it, on every page. */
export function ClockBar({ frame }: { frame: Frame }) {
  const { visit, clock } = frame
  const isFrozen = clock.mode === 'frozen'
  return (
    <section class="clock-bar" aria-label="Clock">
      <p class="state" id="clock-state">
        <span class={isFrozen ? 'dot' : 'dot live'} aria-hidden="true" />
        Sydney time, {isFrozen ? 'frozen' : 'running'}
      </p>
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
        <ActionButton
          visit={visit}
          form={clockMode}
          values={{ mode: isFrozen ? 'running' : 'frozen' }}
          label={isFrozen ? 'Resume' : 'Freeze'}
          look="small"
        />
      </div>
    </section>
  )
}

function NextEvent({ frame }: { frame: Frame }) {
  const { visit, clock, scheduled } = frame
  const [first] = scheduled
  if (first === undefined) {
    if (visit.isReadOnly) return null
    return (
      <span class="inline next">
        <button type="button" class="small" disabled>
          To next event
        </button>
        <span class="soft">nothing scheduled</span>
      </span>
    )
  }
  const end = scheduled.findIndex(({ at }) => at !== first.at)
  const atOnce = end === -1 ? scheduled : scheduled.slice(0, end)
  return (
    <span class="inline next">
      <ActionButton visit={visit} form={nextEvent} label="To next event" look="small" />
      <span class="soft what" title={dateTimeText(first.at)}>
        {atOnce.length === MOST_SCHEDULED && 'at least '}
        {eventsText(atOnce)} {distanceText(clock.now, first.at)}
      </span>
    </span>
  )
}
