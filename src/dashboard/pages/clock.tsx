import { numberText } from '../../base/text/counted.ts'
import type { TransactionResponse } from '../../control/contract/calls/transactions.ts'
import { eventsText, eventText } from '../../control/facts/move-words.ts'
import { addDays } from '../../domain/time/banking-day.ts'
import { DAY } from '../../domain/time/instant.ts'
import type { LocalDate } from '../../domain/time/sydney-time.ts'
import { callControl } from '../control-call.ts'
import { advance } from '../layout/clock-bar.tsx'
import { Field, Form } from '../layout/form.tsx'
import { type Frame, type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Moments, paidFor, type ShownEvent, Unscheduled } from '../lists/moments.tsx'
import { DayLine } from '../parts/day-line.tsx'
import { Panel } from '../parts/table.tsx'
import { happenedText, paymentText } from '../words/events.ts'
import { dateText, dayOf, distanceText, shortDateTime } from '../words/time.ts'
import { groupedBy } from '../words/values.ts'

const DAYS = 14

/** As far back as the line goes for what has happened. */
const PAST_DAYS = 7

/** Transactions whose moves are looked at, newest first: as many as the control API gives at once. */
const LOOKED_AT = 200

export const clockRoute: PageRoute = {
  path: '/clock',
  async show(frame) {
    const { visit, clock, scheduled } = frame
    const { transactions } = await callControl(visit, 'transactions', { limit: LOOKED_AT })
    const paid = await paidFor(visit, scheduled)
    const due = scheduled.map((event) => {
      const transaction = paid.get(event.audit)
      const what = eventText(event.event)
      const words = transaction ? `${paymentText(transaction)}: ${what}` : what
      return { ...event, transaction, words }
    })
    const past = transactions
      .flatMap(happenedTo)
      .sort((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, LOOKED_AT)
    const today = dayOf(clock.now)
    const ago = past.map(({ at }) => daysBetween(dayOf(at), today))
    const before = Math.max(0, ...ago.filter((days) => days <= PAST_DAYS))
    const days = await visit.calendar(addDays(today, -before), DAYS + before)
    const isPart = scheduled.length === ROWS
    const unscheduled = transactions.filter(({ status, audit }) => {
      return !isPart && (status === 'pending' || status === 'unknown') && !paid.has(audit)
    })
    const count = isPart ? `The next ${numberText(ROWS)} events` : 'Scheduled'
    return renderPage(
      { frame, title: 'Clock', section: 'Clock' },
      <>
        <h1>Clock</h1>
        <p>
          {dateText(today)} in Sydney, {visit.isReadOnly ? 'at the end of the run' : clock.mode}.{' '}
          {scheduled.length > 0 && `${count}: ${eventsText(scheduled)}.`}
        </p>
        <Panel
          id="line"
          title={before === 0 ? 'The next two weeks' : 'The last days and the next two weeks'}
        >
          <DayLine {...{ days, scheduled, past }} now={clock.now} />
          <GoTo frame={frame} />
        </Panel>
        <div class="halves">
          <Panel class="stack" id="due" title="Scheduled">
            {due.length + unscheduled.length === 0 && (
              <p class="empty">
                Nothing is scheduled. Pending direct debits and open holds would be listed here.
              </p>
            )}
            <Unscheduled visit={visit} transactions={unscheduled} />
            <Moments frame={frame} tense="scheduled" events={due} />
            {isPart && <p class="soft more">Later events are not shown.</p>}
          </Panel>
          <Panel class="stack" id="past" title="Happened">
            {past.length === 0 && (
              <p class="empty">No transaction has changed by itself or by hand.</p>
            )}
            <Moments frame={frame} tense="happened" events={past} />
            {transactions.length === LOOKED_AT && (
              <p class="soft more">Of the latest {numberText(LOOKED_AT)} transactions.</p>
            )}
          </Panel>
        </div>
      </>,
    )
  },
}

function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY)
}

/** What happened to a transaction by itself or by hand. */
function happenedTo(transaction: TransactionResponse): readonly ShownEvent[] {
  const { audit, moves, expired_at, method } = transaction
  const shown = (at: string, event: ShownEvent['event'], to = ''): ShownEvent => {
    return { at, event, audit, transaction, words: happenedText({ event, to }, transaction) }
  }
  const moved = moves.flatMap(({ at, from, to, cause }) => {
    // A client's void is a request like any other.
    if (from === null || cause === 'void') return []
    if (method === 'card') return [shown(at, 'resolved', to)]
    const isCleared = from === 'pending' && to === 'approved'
    return [shown(at, to === 'declined' ? 'returned' : isCleared ? 'cleared' : 'resolved', to)]
  })
  return [...moved, ...(expired_at === null ? [] : [shown(expired_at, 'preauthorisation_expired')])]
}

/** Moments to choose from. */
const MOST_MOMENTS = 100

/** Moves the clock to any of the scheduled events. */
function GoTo({ frame: { visit, clock, scheduled } }: { frame: Frame }) {
  const moments = groupedBy(scheduled, ({ at }) => at).slice(0, MOST_MOMENTS)
  if (moments.length === 0) return null
  const choices = moments.map(([at, events]) => {
    const when = `${shortDateTime(at)}, ${distanceText(clock.now, at)}`
    return [at, `${when}: ${eventsText(events)}`] as const
  })
  return (
    <Form visit={visit} form={advance} class="fields go-to" id="go-to">
      <Field name="to" id="go-to-event" label="Move the clock to" choices={choices} />
      <button type="submit">Go there</button>
    </Form>
  )
}
