import type { Scheduled } from '../../control/contract/calls/clock.ts'
import type { TransactionResponse } from '../../control/contract/calls/transactions.ts'
import { eventMeaning, eventsText } from '../../control/facts/move-words.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { callIfFound } from '../control-call.ts'
import type { Frame } from '../layout/frame.ts'
import type { Moment } from '../parts/day-line.tsx'
import { Mark, type MarkLook, statusLook } from '../parts/mark.tsx'
import { Unbroken } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { paymentText } from '../words/events.ts'
import { dateTimeText, distanceText } from '../words/time.ts'
import { groupedBy } from '../words/values.ts'

/** An event in words, with the payment that it is about. */
export type ShownEvent = Moment & {
  words: string
  transaction: TransactionResponse | undefined
}

/** Rows of one moment before the rest is folded. */
const UNFOLDED = 5

type Moments = { tense: 'scheduled' | 'happened'; events: readonly ShownEvent[] }

/** Events by their moments, each with the payment that it is about; of many at once, the first. */
export function Moments({ frame, tense, events }: Moments & { frame: Frame }) {
  const { visit, clock } = frame
  const row = (event: ShownEvent) => (
    <EventRow
      {...event}
      visit={visit}
      look={{ mark: marks[event.event], tone: eventMeaning(event.event) }}
    />
  )
  return (
    <ol class="moments">
      {groupedBy(events, ({ at }) => at).map(([at, all]) => {
        const folded = all.slice(UNFOLDED)
        return (
          <li class="panel" id={`${tense}-${at}`}>
            <h3>
              {dateTimeText(at)}, <span class="tight">{distanceText(clock.now, at)}</span>{' '}
              <span class="soft">{eventsText(all, tense)}</span>
            </h3>
            <ul class="rows-of-moment">{all.slice(0, UNFOLDED).map(row)}</ul>
            {folded.length > 0 && (
              <details class="fold" id={`${tense}-more-${at}`}>
                <summary>{folded.length} more</summary>
                <ul class="rows-of-moment">{folded.map(row)}</ul>
              </details>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type RowProps = Pick<ShownEvent, 'audit' | 'words' | 'transaction'> & {
  readonly visit: Visit
  readonly look: MarkLook
}

/** A transaction in words, which leads to its payment, if it belongs to one. */
function EventRow({ visit, look, audit, words, transaction }: RowProps) {
  const { payment } = transaction ?? {}
  return (
    <li>
      <Mark name={look.mark} tone={look.tone} />{' '}
      <a href={pageAddress(visit, payment ? `/payments/${payment}` : `/transactions/${audit}`)}>
        <Unbroken text={words} />
      </a>
      <span class="soft"> {audit}</span>
    </li>
  )
}

type UnscheduledProps = { visit: Visit; transactions: readonly TransactionResponse[] }

/** What stays open, however far the clock moves. */
export function Unscheduled({ visit, transactions }: UnscheduledProps) {
  if (transactions.length === 0) return null
  return (
    <section class="panel">
      <h3>Waiting for you: the clock does not decide them</h3>
      <ul class="rows-of-moment">
        {transactions.map((transaction) => {
          const { audit, status } = transaction
          const words = `${paymentText(transaction)}: ${status}`
          return <EventRow {...{ visit, look: statusLook(status), audit, words, transaction }} />
        })}
      </ul>
    </section>
  )
}

const marks: Readonly<Record<Scheduled['event'], string>> = {
  returned: 'returned',
  preauthorisation_expired: 'clock',
  cleared: 'clock',
  resolved: 'clock',
}

/** The transactions that events are about, by their audits. */
export async function paidFor(
  visit: Visit,
  events: readonly { readonly audit?: number }[],
): Promise<ReadonlyMap<number | undefined, TransactionResponse>> {
  const audits = [...new Set(events.flatMap(({ audit }) => audit ?? []))]
  const found = await Promise.all(audits.map((audit) => callIfFound(visit, 'transaction', audit)))
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.audit, one]])))
}
