import { numberText } from '../../domain/money.ts'
import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type {
  TransactionAnswer,
  TransactionsAnswer,
} from '../../http/contract/control/calls/transactions.ts'
import type { CalendarDay } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import { pageAddress } from '../layout/address.ts'
import { type Frame, MOST_SCHEDULED, type PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { DayLine } from '../parts/day-line.tsx'
import { numberHead, Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { eventsText } from '../words/events.ts'
import { counted } from '../words/numbers.ts'
import { dayOf, distanceText, momentText, shortMomentText } from '../words/time.ts'
import { ROWS } from './payments/home.tsx'

const DAYS = 14

/** Transactions whose moves are looked at, newest first: as many as the control API gives at once. */
const LOOKED_AT = 1000

export const clockRoute: PageRoute = {
  path: '/clock',
  async show(frame) {
    const { visit, clock } = frame
    const query = { limit: String(LOOKED_AT) }
    const [days, { transactions }] = await Promise.all([
      visit.calendar(dayOf(clock.now), DAYS),
      asked<TransactionsAnswer>(visit, { path: '/transactions', query }),
    ])
    return page(
      { frame, title: 'Clock', section: 'Clock' },
      <Clock
        frame={frame}
        days={days}
        happened={happened(transactions)}
        isPart={transactions.length === LOOKED_AT}
      />,
    )
  },
}

interface Happened {
  readonly at: string
  readonly audit: number
  readonly what: string
  readonly reference: string
}

/** What became of transactions by itself or by hand, latest first. */
function happened(transactions: readonly TransactionAnswer[]): readonly Happened[] {
  return transactions
    .flatMap(({ audit, reference, moves, expired_at }) => [
      ...moves
        .filter(({ from }) => from !== null)
        .map(({ at, from, to }) => ({ at, audit, what: `${from} to ${to}`, reference })),
      ...(expired_at === null ? [] : [{ at: expired_at, audit, what: 'expired', reference }]),
    ])
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, ROWS)
}

interface ClockProps {
  readonly frame: Frame
  readonly days: readonly CalendarDay[]
  readonly happened: readonly Happened[]
  /** Older transactions were not looked at. */
  readonly isPart: boolean
}

function Clock({ frame, days, happened, isPart }: ClockProps) {
  const { clock, scheduled } = frame
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
      </section>
      <div class="halves of-tables">
        <section class="stack" aria-labelledby="due-title">
          <h2 id="due-title">Scheduled</h2>
          <ScheduledTable frame={frame} />
        </section>
        <section class="stack" aria-labelledby="past-title">
          <h2 id="past-title">Happened</h2>
          <HappenedTable frame={frame} happened={happened} />
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

function ScheduledTable({ frame: { visit, clock, scheduled } }: { frame: Frame }) {
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
      <Table heads={['When', 'What', numberHead('Transaction')]}>
        {scheduled.slice(0, ROWS).map((event) => (
          <ScheduledRow
            event={event}
            now={clock.now}
            address={pageAddress(visit, `/transactions/${event.audit}`)}
          />
        ))}
      </Table>
      {left > 0 && (
        <p class="soft more">
          {isPart ? 'Later events are' : counted(left, 'later event')} not shown.
        </p>
      )}
    </>
  )
}

function ScheduledRow({ event, now, address }: { event: Scheduled; now: string; address: string }) {
  return (
    <tr id={`due-${event.audit}-${event.at}`}>
      <td class="tight" title={`${momentText(event.at)}, ${distanceText(now, event.at)}`}>
        {shortMomentText(event.at)}
      </td>
      <td>{eventsText([event])}</td>
      <td class="number">{event.audit !== undefined && <a href={address}>{event.audit}</a>}</td>
    </tr>
  )
}

function HappenedTable({ frame: { visit }, happened }: Pick<ClockProps, 'frame' | 'happened'>) {
  if (happened.length === 0) {
    return <p class="empty">Nothing has happened to a transaction after its creation.</p>
  }
  return (
    <Table heads={['When', numberHead('Transaction'), 'Reference', 'What']}>
      {happened.map(({ at, audit, reference, what }) => (
        <tr id={`past-${audit}-${at}-${what.replaceAll(' ', '-')}`}>
          <td class="tight" title={momentText(at)}>
            {shortMomentText(at)}
          </td>
          <td class="number">
            <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a>
          </td>
          <td class="long">
            <Clamped text={reference} />
          </td>
          <td class="tight">{what}</td>
        </tr>
      ))}
    </Table>
  )
}
