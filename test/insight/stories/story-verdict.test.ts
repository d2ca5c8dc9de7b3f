import { expect, test } from 'vitest'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const declined = { made: 'declined' } as const satisfies Told
const refused = { status: 422 } as const satisfies Told

/** One request after the other, of one order. */
function calls(...all: readonly Told[]) {
  return (told: ToldChapter) => {
    for (const call of all) told.pay(call)
  }
}

/** A payment, and what is done with it then. */
function then(...all: readonly Told[]) {
  return (told: ToldChapter) => {
    const target = told.pay(paid)
    for (const call of all) told.pay({ ...call, target })
  }
}

const back = { operation: 'refund' } as const satisfies Told
const older = { operation: 'void', target: 7 } as const satisfies Told

test.each<readonly [string, string, (told: ToldChapter) => void]>([
  ['unclear', 'paid, its refund lost', then({ ...lostAfter, ...back, amount: 100 })],
  ['unclear', 'under way', (told) => told.begin(paid)],
  ['unclear', 'charged though refused', calls({ ...paid, status: 403 })],
  ['unclear', 'declined, then lost', calls(declined, lostBefore)],
  ['unclear', 'lost, then refused', calls(lostBefore, refused)],
  ['unclear', 'lost after it was charged, then declined', calls(lostAfter, declined)],
  ['declined', 'lost before it was processed, then declined', calls(lostBefore, declined)],
  ['paid', 'lost before it was processed, then approved', calls(lostBefore, paid)],
  ['paid', 'declined, lost and approved', calls(declined, lostBefore, paid)],
  [
    'lost-sale',
    'declined, then lost and not found',
    (told) => {
      told.pay(declined)
      told.pay({ ...lostBefore, id: 'a' })
      told.search('a', null)
    },
  ],
  ['paid', 'refunded in part', then({ ...paid, ...back, amount: 4994 })],
  ['refunded', 'refunded in full', then({ ...paid, ...back })],
  [
    'refunded',
    'refunded twice in parts',
    then(...[4000, 995].map((amount) => ({ ...paid, ...back, amount }))),
  ],
  ['voided', 'voided', (told) => told.moved(told.pay(paid), 'voided')],
  [
    'voided',
    'a refund by itself that was voided',
    (told) => told.moved(told.pay({ ...paid, operation: 'standalone_refund' }), 'voided'),
  ],
  [
    'voided',
    'an older payment, voided after a first try was declined',
    calls({ ...declined, ...older }, { ...paid, ...older }),
  ],
  ['pending', 'a debit', calls({ made: 'pending', rail: 'direct_debit' })],
  ['held', 'a hold', calls({ ...paid, operation: 'preauthorisation' })],
  ['declined', 'declined, then refused', calls(declined, refused)],
  ['failed', 'refused', calls(refused)],
])('%s: %s', (verdict, _what, play) => {
  const told = new ToldChapter()
  play(told)
  expect(told.stories().map((story) => story.verdict)).toEqual([verdict])
})

test('a request that nobody asked for is unresolved, not a lost sale', () => {
  const told = new ToldChapter()
  told.pay(lostBefore)
  expect(told.codes()).toEqual(['unresolved'])
})
