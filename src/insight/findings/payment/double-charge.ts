import { isCharge } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { doubledIn } from './double.ts'

export const doubleCharge = {
  code: 'double-charge',
  severity: 'error',
  one: 'double charge',
  many: 'double charges',
  seen: 'After an unclear answer (5XX, none, reset, cut off), the same merchant, operation, reference and amount was charged again, although the first one had been approved.',
  judge: (story) => doubledIn(story, isCharge),
} as const satisfies StoryFinding
