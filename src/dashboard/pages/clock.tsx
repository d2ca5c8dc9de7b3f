import { numberText } from '../../domain/money.ts'
import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import { advance } from '../actions/clock-actions.ts'
import { callControl } from '../control-call.ts'
import { Field, Form } from '../layout/form.tsx'
import { type Frame, MOST_SCHEDULED, type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { byMoment, Moments, type PaidFor, paidFor } from '../lists/moments.tsx'
import { DayLine } from '../parts/day-line.tsx'
import { Panel } from '../parts/table.tsx'
import { eventsText, happenedText, paymentText } from '../words/events.ts'
import { countText } from '../words/numbers.ts'
import { dateTimeText, dayOf, distanceText, shortDateTime } from '../words/time.ts'

const DAYS = 14

/** Transactions whose moves are looked at, newest first: as many as the control API gives at once. */
const LOOKED_AT = 200

export const clockRoute: PageRoute = {
  path: '/clock',
  async show(frame) {
    const { visit, clock, scheduled } = frame
    const [days, { transactions }, paid] = await Promise.all([
      visit.calendar(dayOf(clock.now), DAYS),
      callControl(visit, 'transactions', { limit: LOOKED_AT }),
      paidFor(visit, scheduled.slice(0, ROWS)),
    ])
    const past = happened(transactions)
    return renderPage(
      { frame, title: 'Clock', section: 'Clock' },
      <>
        <h1>Clock</h1>
        <p>
          {dateTimeText(clock.now)} in Sydney, {clock.mode}. {scheduledText(scheduled)}
        </p>
        <Panel id="line" title="The next two weeks">
          <div class="sideways" tabindex={0}>
            <DayLine days={days} now={clock.now} scheduled={scheduled} />
          </div>
          <GoTo frame={frame} />
        </Panel>
        <div class="halves">
          <Panel class="stack" id="due" title="Scheduled">
            <ScheduledList frame={frame} paid={paid} />
          </Panel>
          <Panel class="stack" id="past" title="Happened">
            {past.length === 0 && (
              <p class="empty">Nothing has happened to a transaction after its creation.</p>
            )}
            <Moments
              visit={visit}
              name="past"
              events={past}
              heading={(at) => dateTimeText(at)}
              summary={(events) => (events.length > 1 ? countText(events.length, 'event') : '')}
              transaction={(event) => event.transaction}
              words={(event) => happenedText(event, event.transaction)}
            />
            {transactions.length === LOOKED_AT && (
              <p class="soft more">Of the latest {numberText(LOOKED_AT)} transactions.</p>
            )}
          </Panel>
        </div>
      </>,
    )
  },
}

interface Happened extends Scheduled {
  /** The status that it moved to. */
  readonly to: string
  readonly transaction: TransactionAnswer
}

/** What happened to transactions by itself or by hand, latest first. */
function happened(transactions: readonly TransactionAnswer[]): readonly Happened[] {
  return transactions
    .flatMap((transaction) => {
      const { audit, moves, expired_at, method } = transaction
      const moved = moves
        .filter(({ from }) => from !== null)
        .map(({ at, from, to }) => {
          const event = eventOf(method, from, to)
          return { at, event, to, audit, transaction }
        })
      const expiry = { event: 'preauthorisation_expired', to: '', audit, transaction } as const
      return [...moved, ...(expired_at === null ? [] : [{ at: expired_at, ...expiry }])]
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, ROWS)
}

function eventOf(
  method: TransactionAnswer['method'],
  from: string | null,
  to: string,
): Scheduled['event'] {
  if (method === 'card') return 'resolved'
  if (to === 'declined') return 'returned'
  return from === 'pending' && to === 'approved' ? 'cleared' : 'resolved'
}

function scheduledText(scheduled: readonly Scheduled[]): string {
  if (scheduled.length === 0) return 'Nothing is scheduled.'
  const isPart = scheduled.length === MOST_SCHEDULED
  const next = isPart ? `The next ${numberText(MOST_SCHEDULED)} events` : 'Scheduled'
  return `${next}: ${eventsText(scheduled)}.`
}

/** Moments to choose from. */
const MOST_MOMENTS = 100

/** Moves the clock to any of the scheduled events; the slider and the list choose the same. */
function GoTo({ frame: { visit, clock, scheduled } }: { frame: Frame }) {
  const moments = byMoment(scheduled).slice(0, MOST_MOMENTS)
  if (moments.length === 0) return null
  return (
    <Form visit={visit} form={advance} class="fields go-to" id="go-to">
      <div class="field full needs-script">
        <label for="event-slider">Event of the line</label>
        <input
          id="event-slider"
          type="range"
          min="0"
          max={moments.length - 1}
          value="0"
          data-slides="go-to-event"
        />
      </div>
      <Field
        name="to"
        id="go-to-event"
        label="Move the clock to"
        choices={moments.map(([at, events]) => [
          at,
          `${shortDateTime(at)}, ${distanceText(clock.now, at)}: ${eventsText(events)}`,
        ])}
      />
      <button type="submit">Go there</button>
    </Form>
  )
}

function ScheduledList({ frame, paid }: { frame: Frame; paid: PaidFor }) {
  const { visit, clock, scheduled } = frame
  if (scheduled.length === 0) {
    return (
      <p class="empty">
        Nothing will happen by itself. A pending direct debit or an open hold would show here.
      </p>
    )
  }
  const left = scheduled.length - ROWS
  const isPart = scheduled.length === MOST_SCHEDULED
  return (
    <>
      <Moments
        visit={visit}
        name="due"
        events={scheduled.slice(0, ROWS)}
        heading={(at) => `${dateTimeText(at)}, ${distanceText(clock.now, at)}`}
        summary={(events) => eventsText(events)}
        transaction={({ audit }) => paid.get(audit ?? 0)}
        words={(event, transaction) =>
          `${transaction ? `${paymentText(transaction)}: ` : ''}${eventsText([event]).replace(/^1 /, '')}`
        }
      />
      {left > 0 && (
        <p class="soft more">
          {isPart ? 'Later events are' : countText(left, 'later event')} not shown.
        </p>
      )}
    </>
  )
}
