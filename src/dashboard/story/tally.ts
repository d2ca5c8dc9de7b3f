import type { StoryDocument as Story } from '../../insight/report/report-document.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import { verdicts } from './verdict.ts'

/** What a list of payments comes to. */
export interface Tally {
  readonly payments: number
  /** Cents by currency. */
  readonly charged: Readonly<Record<string, number>>
  readonly counts: Readonly<Record<StoryVerdict, number>>
}

/** Something the developer must see at once. */
export const alarming: readonly StoryVerdict[] = ['double-charge', 'double-refund']

export function tally(stories: readonly Story[]): Tally {
  const charged: Record<string, number> = {}
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<
    StoryVerdict,
    number
  >
  for (const { charged: cents, currency, verdict } of stories) {
    if (cents > 0) charged[currency] = (charged[currency] ?? 0) + cents
    counts[verdict] += 1
  }
  return { payments: stories.length, charged, counts }
}

export function isAlarming({ counts }: Tally): boolean {
  return alarming.some((verdict) => counts[verdict] > 0)
}
