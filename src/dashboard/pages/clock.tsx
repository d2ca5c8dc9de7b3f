import { numberText } from '../../domain/money.ts'
import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { CalendarDay } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import { Form } from '../layout/form.tsx'
import { type Frame, MOST_SCHEDULED, type PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { byMoment, EventRow, Moments, type PaidFor, paidFor } from '../lists/moments.tsx'
import { DayLine } from '../parts/day-line.tsx'
import { eventsText, happenedText, paymentText } from '../words/events.ts'
import { counted } from '../words/numbers.ts'
import { dayOf, distanceText, momentText, shortMomentText } from '../words/time.ts'
import { ROWS } from './payments/home.tsx'

const DAYS = 14

/** Transactions whose moves are looked at, newest first: as many as the control API gives at once. */
const LOOKED_AT = 1000

export const clockRoute: PageRoute = {
  path: '/clock',
  async show(frame) {
    const { visit, clock, scheduled } = frame
    const [days, { transactions }, paid] = await Promise.all([
      visit.calendar(dayOf(clock.now), DAYS),
      asked(visit, 'transactions', { limit: LOOKED_AT }),
      paidFor(visit, scheduled.slice(0, ROWS)),
    ])
    return page(
      { frame, title: 'Clock', section: 'Clock' },
      <Clock
        frame={frame}
        days={days}
        paid={paid}
        happened={happened(transactions)}
        isPart={transactions.length === LOOKED_AT}
      />,
    )
  },
}

interface Happened extends Scheduled {
  /** The status that it moved to. */
  readonly to: string
  readonly transaction: TransactionAnswer
}

/** What became of transactions by itself or by hand, latest first. */
function happened(transactions: readonly TransactionAnswer[]): readonly Happened[] {
  return transactions
    .flatMap((transaction) => {
      const { audit, moves, expired_at, method } = transaction
      const moved = moves
        .filter(({ from }) => from !== null)
        .map(({ at, from, to }) => ({
          ...{ at, event: eventOf(method, from, to), to },
          ...{ audit, transaction },
        }))
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

interface ClockProps {
  readonly frame: Frame
  readonly days: readonly CalendarDay[]
  /** The transactions of what is scheduled. */
  readonly paid: PaidFor
  readonly happened: readonly Happened[]
  /** Older transactions were not looked at. */
  readonly isPart: boolean
}

function Clock({ frame, days, paid, happened, isPart }: ClockProps) {
  const { visit, clock, scheduled } = frame
  return (
    <>
      <h1>Clock</h1>
      <p>
        {momentText(clock.now)} in Sydney, {clock.mode}. {scheduledText(scheduled)}
      </p>
      <section class="panel" aria-labelledby="line-title">
        <h2 id="line-title">The next two weeks</h2>
        <div class="sideways" tabindex={0}>
          <DayLine days={days} now={clock.now} scheduled={scheduled} />
        </div>
        <GoTo frame={frame} />
      </section>
      <div class="halves">
        <section class="stack" aria-labelledby="due-title">
          <h2 id="due-title">Scheduled</h2>
          <ScheduledList frame={frame} paid={paid} />
        </section>
        <section class="stack" aria-labelledby="past-title">
          <h2 id="past-title">Happened</h2>
          {happened.length === 0 && (
            <p class="empty">Nothing has happened to a transaction after its creation.</p>
          )}
          <Moments
            name="past"
            groups={byMoment(happened)}
            heading={({ at }) => momentText(at)}
            summary={({ events }) => (events.length > 1 ? counted(events.length, 'event') : '')}
            row={(one) => (
              <EventRow visit={visit} event={one} transaction={one.transaction}>
                {happenedText(one, one.transaction)}
              </EventRow>
            )}
          />
          {isPart && <p class="soft more">Of the latest {numberText(LOOKED_AT)} transactions.</p>}
        </section>
      </div>
    </>
  )
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
    <Form visit={visit} action="advance" class="fields go-to" id="go-to">
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
      <div class="field">
        <label for="go-to-event">Move the clock to</label>
        <select id="go-to-event" name="to">
          {moments.map(({ at, events }) => (
            <option value={at}>
              {shortMomentText(at)}, {distanceText(clock.now, at)}: {eventsText(events)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">Go there</button>
    </Form>
  )
}

function ScheduledList({ frame, paid }: Pick<ClockProps, 'frame' | 'paid'>) {
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
        name="due"
        groups={byMoment(scheduled.slice(0, ROWS))}
        heading={({ at }) => `${momentText(at)}, ${distanceText(clock.now, at)}`}
        summary={({ events }) => eventsText(events)}
        row={(event) => {
          const transaction = paid.get(event.audit ?? 0)
          return (
            <EventRow visit={visit} event={event} transaction={transaction}>
              {transaction && `${paymentText(transaction)}: `}
              {eventsText([event]).replace(/^1 /, '')}
            </EventRow>
          )
        }}
      />
      {left > 0 && (
        <p class="soft more">
          {isPart ? 'Later events are' : counted(left, 'later event')} not shown.
        </p>
      )}
    </>
  )
}
