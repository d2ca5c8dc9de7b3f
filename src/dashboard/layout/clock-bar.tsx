import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import { eventsText } from '../words/events.ts'
import { distanceText, momentText } from '../words/time.ts'
import { ActionButton, Form } from './form.tsx'
import { type Frame, MOST_SCHEDULED } from './frame.ts'

/** Ways to move the clock that need no choice. */
const steps = [
  { action: 'advance', values: { by: '1h' }, label: '+1 hour' },
  { action: 'advance', values: { by: '1d' }, label: '+1 day' },
  { action: 'next-banking-day', label: 'Next banking day' },
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
        <Form visit={visit} action="advance" class="inline duration" id="duration-form">
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
          action="clock-mode"
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
  return (
    <span class="inline next">
      <ActionButton visit={visit} action="next-event" label="To next event" look="small" />
      <span class="soft what" title={momentText(first.at)}>
        {isAllAtOnce(scheduled) && 'at least '}
        {eventsText(atOnce(scheduled))} {distanceText(clock.now, first.at)}
      </span>
    </span>
  )
}

/** There may be more of the same than a page knows of. */
function isAllAtOnce(scheduled: readonly Scheduled[]): boolean {
  return scheduled.length === MOST_SCHEDULED && atOnce(scheduled).length === MOST_SCHEDULED
}

/** All that happens at the first instant at which anything does. */
function atOnce(scheduled: readonly Scheduled[]): readonly Scheduled[] {
  const end = scheduled.findIndex(({ at }) => at !== scheduled[0]?.at)
  return end === -1 ? scheduled : scheduled.slice(0, end)
}
