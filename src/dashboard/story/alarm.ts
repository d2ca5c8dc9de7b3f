import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'

/** Something the developer must see at once. */
export const alarming: readonly StoryVerdict[] = ['double-charge', 'double-refund']

export function isAlarming({ verdicts }: SumsAnswer): boolean {
  return alarming.some((verdict) => verdicts[verdict] > 0)
}
