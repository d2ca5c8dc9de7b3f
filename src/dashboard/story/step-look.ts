import type { StepDocument as StoryStep } from '../../insight/report/report-document.ts'

export interface StepLook {
  readonly mark: string
  readonly tone: 'good' | 'calm' | 'warn' | 'bad'
}

/** What an attempt's words begin with, and how it is drawn. */
const answers: readonly (readonly [RegExp, StepLook])[] = [
  [/^has no answer/, { mark: 'slow', tone: 'calm' }],
  [/lost|cut off|unreadable|no answer|stopped waiting|^answered 5/, { mark: 'lost', tone: 'warn' }],
  [/^refused|^failed|^answered/, { mark: 'failed', tone: 'warn' }],
  [/^declined/, { mark: 'declined', tone: 'calm' }],
  [/^pending/, { mark: 'pending', tone: 'calm' }],
  [/^undecided/, { mark: 'unclear', tone: 'warn' }],
]

const done: Readonly<Record<string, StepLook>> = {
  lookup: { mark: 'lookup', tone: 'calm' },
  search: { mark: 'lookup', tone: 'calm' },
  preauthorisation: { mark: 'hold', tone: 'good' },
  refund: { mark: 'refund', tone: 'calm' },
  standalone_refund: { mark: 'refund', tone: 'calm' },
  void: { mark: 'void', tone: 'calm' },
}

/** How a step is drawn: by what it was, and by what came of it. */
export function stepLook({
  kind,
  text,
  status,
}: Pick<StoryStep, 'kind' | 'text' | 'status'>): StepLook {
  if (kind === 'lookup' || kind === 'search') return { mark: 'lookup', tone: 'calm' }
  if (kind === 'change') return { mark: 'clock', tone: changeTone(status ?? text) }
  const answer = answers.find(([words]) => words.test(text))?.[1]
  if (answer !== undefined) return answer
  return (Object.hasOwn(done, kind) ? done[kind] : undefined) ?? { mark: 'approved', tone: 'good' }
}

function changeTone(status: string): StepLook['tone'] {
  if (/approved$/.test(status)) return 'good'
  return /declined$|error$/.test(status) ? 'warn' : 'calm'
}
