import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { askedIfThere } from '../asked.ts'
import { Mark, type MarkLook } from '../parts/mark.tsx'
import { pageAddress } from '../words/address.ts'

interface EventGroup<Event> {
  readonly at: string
  readonly events: readonly Event[]
}

/** Events that are next to each other and at the same instant, together. */
export function byMoment<Event extends Pick<Scheduled, 'at'>>(
  events: readonly Event[],
): readonly EventGroup<Event>[] {
  const groups = new Map<string, Event[]>()
  for (const event of events) {
    const group = groups.get(event.at)
    if (group === undefined) groups.set(event.at, [event])
    else group.push(event)
  }
  return [...groups].map(([at, all]) => ({ at, events: all }))
}

/** Rows of one moment before the rest is folded. */
const UNFOLDED = 5

interface MomentsProps<Event> {
  readonly name: string
  readonly groups: readonly EventGroup<Event>[]
  readonly heading: (moment: EventGroup<Event>) => string
  readonly summary: (moment: EventGroup<Event>) => string
  readonly row: (event: Event) => ReturnType<typeof EventRow>
}

/** Events by their moments; of many at once, the first ones. */
export function Moments<Event extends Scheduled>(props: MomentsProps<Event>) {
  const { name, groups, heading, summary, row } = props
  return (
    <ol class="moments">
      {groups.map((moment) => {
        const { at, events } = moment
        const folded = events.slice(UNFOLDED)
        return (
          <li class="panel" id={`${name}-${at}`}>
            <h3>
              {heading(moment)} <span class="soft">{summary(moment)}</span>
            </h3>
            <ul class="rows-of-moment">{events.slice(0, UNFOLDED).map(row)}</ul>
            {folded.length > 0 && (
              <details class="fold" id={`${name}-more-${at}`}>
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

interface EventRowProps {
  readonly visit: Visit
  readonly event: Scheduled
  readonly transaction: TransactionAnswer | undefined
  readonly children?: unknown
}

/** An event by the payment that it is about. */
export function EventRow({ visit, event, transaction, children }: EventRowProps) {
  const { mark, tone } = eventLook(event.event)
  const story = transaction?.story
  const address = story ? `/stories/${story}` : `/transactions/${event.audit}`
  return (
    <li>
      <Mark name={mark} tone={tone} />{' '}
      <a href={pageAddress(visit, address)}>{children as string}</a>
      {event.audit !== undefined && <span class="soft"> {event.audit}</span>}
    </li>
  )
}

/** Transactions by their audits. */
export type PaidFor = ReadonlyMap<number, TransactionAnswer>

/** The transactions that events are about. */
export async function paidFor(
  visit: Visit,
  events: readonly { readonly audit?: number }[],
): Promise<PaidFor> {
  const audits = [...new Set(events.flatMap(({ audit }) => audit ?? []))]
  const found = await Promise.all(audits.map((audit) => askedIfThere(visit, 'transaction', audit)))
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.audit, one]])))
}

/** How an event is drawn: money that comes back is not drawn as money that stays. */
function eventLook(event: Scheduled['event']): MarkLook {
  if (event === 'returned') return { mark: 'returned', tone: 'warn' }
  return event === 'preauthorisation_expired'
    ? { mark: 'void', tone: 'calm' }
    : { mark: 'clock', tone: 'good' }
}
