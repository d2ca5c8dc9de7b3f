import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { isCreating } from '../../insight/exchange.ts'
import type { StepDocument, StoryDocument as Story } from '../../insight/stories/story-view.ts'

interface LaterMove {
  readonly after: string
  readonly status: string
}

/** What became of a request's transaction later on, as the author of a scenario would write it. */
export function laterMoves(story: Story, request: RequestAnswer): readonly LaterMove[] {
  return changesOf(story, request).flatMap((step, i) => {
    const status = statusOf(step)
    if (status === undefined) return []
    const isFirstReturn = step.result === 'returned' && i === 0
    return [{ after: isFirstReturn ? 'return' : elapsedText(request.at, step.at), status }]
  })
}

/** What comes with the clock; a bank that was only slow had decided before. A look changes nothing. */
export function changesOf({ steps }: Story, request: RequestAnswer): readonly StepDocument[] {
  if (!isMaking(request)) return []
  const { audit, outcome } = request
  const isOpen = outcome === 'pending' || outcome === 'unknown'
  return steps.filter(
    (step) =>
      step.kind === 'change' && step.audit === audit && (isOpen || step.result === 'voided'),
  )
}

/** Whether it made a transaction, or would have, and so can have a verdict. */
export function isMaking({ operation }: RequestAnswer): boolean {
  return isCreating(operation ?? undefined)
}

/** What a rule can let it become; an expiry comes by itself. */
function statusOf({ result }: StepDocument): string | undefined {
  if (result === 'returned') return 'declined'
  if (result === 'failed') return 'error'
  return result === 'approved' || result === 'declined' ? result : undefined
}

const HOUR = 3_600_000

/** `73h`, and less than a day in seconds. */
function elapsedText(from: string, to: string): string {
  const ms = Math.max(1000, Date.parse(to) - Date.parse(from))
  return ms >= 24 * HOUR ? `${Math.ceil(ms / HOUR)}h` : `${Math.ceil(ms / 1000)}s`
}
