import type { Attempt, StoryEvent } from './story.ts'
import { isRefund } from './taken.ts'

/** What the customer has paid after each event, in cents: what was refunded or voided is paid no more. */
export function paidAfter(events: readonly StoryEvent[]): readonly number[] {
  const made = new Map<number, Attempt>()
  const paid = new Map<number, number>()
  return events.map((event) => {
    if (event.kind === 'attempt') attempted(event, { made, paid })
    if (event.kind === 'move' && !event.isExpiry) {
      paid.set(event.audit, event.to === 'approved' ? centsOf(made.get(event.audit)) : 0)
    }
    return [...paid.values()].reduce((sum, cents) => sum + cents, 0)
  })
}

interface Paid {
  readonly made: Map<number, Attempt>
  readonly paid: Map<number, number>
}

function attempted(attempt: Attempt, { made: known, paid }: Paid): void {
  const { made, operation, requested } = attempt
  // A replayed answer shows a transaction that is counted already.
  if (made === undefined || known.has(made.audit)) return
  known.set(made.audit, attempt)
  if (made.status !== 'approved') return
  if (operation !== 'void') paid.set(made.audit, centsOf(attempt))
  else if (requested.target !== undefined) paid.set(requested.target, 0)
}

function centsOf(attempt: Attempt | undefined): number {
  if (attempt === undefined || attempt.operation === 'preauthorisation') return 0
  const { total = 0 } = attempt.made ?? {}
  return isRefund(attempt) ? -total : total
}
