import { isRefund } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { doubledIn } from './double.ts'

export const doubleRefund = {
  code: 'double-refund',
  severity: 'error',
  one: 'double refund',
  many: 'double refunds',
  seen: 'After an unclear answer, the same refund was made again, although the first one had been approved.',
  judge: (story) => doubledIn(story, isRefund),
} as const satisfies StoryFinding
