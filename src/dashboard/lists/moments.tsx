import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { callIfFound } from '../control-call.ts'
import { Mark, type MarkLook } from '../parts/mark.tsx'
import { pageAddress } from '../words/address.ts'

/** Events by their instants, in their order. */
export function byMoment<Event extends Pick<Scheduled, 'at'>>(
  events: readonly Event[],
): readonly (readonly [at: string, events: readonly Event[]])[] {
  const groups = new Map<string, Event[]>()
  for (const event of events) {
    const group = groups.get(event.at)
    if (group === undefined) groups.set(event.at, [event])
    else group.push(event)
  }
  return [...groups]
}

/** Rows of one moment before the rest is folded. */
const UNFOLDED = 5

interface MomentsProps<Event> {
  readonly visit: Visit
  /** The start of the ids of its parts. */
  readonly name: string
  readonly events: readonly Event[]
  readonly heading: (at: string) => string
  readonly summary: (events: readonly Event[]) => string
  readonly transaction: (event: Event) => TransactionAnswer | undefined
  readonly words: (event: Event, transaction: TransactionAnswer | undefined) => string
}

/** Events by their moments, each with the payment that it is about; of many at once, the first. */
export function Moments<Event extends Scheduled>(props: MomentsProps<Event>) {
  const { visit, name, events, heading, summary } = props
  const row = (event: Event) => {
    const { mark, tone } = looks[event.event]
    const transaction = props.transaction(event)
    const story = transaction?.story
    const address = story ? `/stories/${story}` : `/transactions/${event.audit}`
    return (
      <li>
        <Mark name={mark} tone={tone} />{' '}
        <a href={pageAddress(visit, address)}>{props.words(event, transaction)}</a>
        {event.audit !== undefined && <span class="soft"> {event.audit}</span>}
      </li>
    )
  }
  return (
    <ol class="moments">
      {byMoment(events).map(([at, all]) => {
        const folded = all.slice(UNFOLDED)
        return (
          <li class="panel" id={`${name}-${at}`}>
            <h3>
              {heading(at)} <span class="soft">{summary(all)}</span>
            </h3>
            <ul class="rows-of-moment">{all.slice(0, UNFOLDED).map(row)}</ul>
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

/** Money that comes back is not drawn as money that stays. */
const looks: Readonly<Record<Scheduled['event'], MarkLook>> = {
  returned: { mark: 'returned', tone: 'warn' },
  preauthorisation_expired: { mark: 'void', tone: 'calm' },
  cleared: { mark: 'clock', tone: 'good' },
  resolved: { mark: 'clock', tone: 'good' },
}

/** Transactions by their audits. */
export type PaidFor = ReadonlyMap<number, TransactionAnswer>

/** The transactions that events are about. */
export async function paidFor(
  visit: Visit,
  events: readonly { readonly audit?: number }[],
): Promise<PaidFor> {
  const audits = [...new Set(events.flatMap(({ audit }) => audit ?? []))]
  const found = await Promise.all(audits.map((audit) => callIfFound(visit, 'transaction', audit)))
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.audit, one]])))
}
