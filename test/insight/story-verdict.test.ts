import { expect, test } from 'vitest'
import { ToldChapter } from './support/told-chapter.ts'

/** A transaction of a chapter that has ended. */
const OLDER = 999_999

const payments: readonly (readonly [string, string, (told: ToldChapter) => void])[] = [
  [
    'a declined purchase whose void is refused',
    'declined',
    (told) => {
      const target = told.pay({ made: 'declined' })
      told.pay({ operation: 'void', target, status: 422 })
    },
  ],
  [
    'an approved void of a payment that is older than the chapter',
    'voided',
    (told) => told.pay({ operation: 'void', target: OLDER, made: 'approved' }),
  ],
  [
    'a declined void of a payment that is older than the chapter',
    'declined',
    (told) => told.pay({ operation: 'void', target: OLDER, made: 'declined' }),
  ],
  [
    'a refused void of a payment that is older than the chapter',
    'failed',
    (told) => told.pay({ operation: 'void', target: OLDER, status: 422 }),
  ],
]

test.each(payments)('%s: %s', (_what, verdict, happens) => {
  const told = new ToldChapter()
  happens(told)
  expect(told.stories()).toMatchObject([{ verdict, charged: 0 }])
})
