import type { StepResult, StepDocument as StoryStep } from '../../insight/stories/story-view.ts'
import type { Look } from '../parts/mark.tsx'

/** What came of an attempt; one that was approved is drawn by what it was. */
const results: Readonly<Partial<Record<StepResult, Look>>> = {
  waiting: { mark: 'slow', tone: 'calm' },
  lost: { mark: 'lost', tone: 'warn' },
  refused: { mark: 'failed', tone: 'warn' },
  replayed: { mark: 'note', tone: 'calm' },
  failed: { mark: 'failed', tone: 'warn' },
  declined: { mark: 'declined', tone: 'calm' },
  pending: { mark: 'pending', tone: 'calm' },
  undecided: { mark: 'unclear', tone: 'warn' },
}

const done: Readonly<Record<string, Look>> = {
  preauthorisation: { mark: 'hold', tone: 'good' },
  refund: { mark: 'refund', tone: 'calm' },
  standalone_refund: { mark: 'refund', tone: 'calm' },
  void: { mark: 'void', tone: 'calm' },
}

const changes: Readonly<Partial<Record<StepResult, Look>>> = {
  approved: { mark: 'clock', tone: 'good' },
  declined: { mark: 'clock', tone: 'warn' },
  failed: { mark: 'clock', tone: 'warn' },
  returned: { mark: 'returned', tone: 'warn' },
}

/** How a step is drawn: by what it was, and by what came of it. */
export function stepLook({ kind, result }: Pick<StoryStep, 'kind' | 'result'>): Look {
  if (kind === 'lookup' || kind === 'search') return { mark: 'lookup', tone: 'calm' }
  if (kind === 'change') return changes[result] ?? { mark: 'clock', tone: 'calm' }
  const look = results[result] ?? (Object.hasOwn(done, kind) ? done[kind] : undefined)
  return look ?? { mark: 'approved', tone: 'good' }
}
