import type { Rail } from '../../insight/stories/story-sum.ts'

/** How a payment was made, in words. */
export const railWords: Readonly<Record<Rail, string>> = {
  card: 'card',
  debit: 'direct debit',
}
