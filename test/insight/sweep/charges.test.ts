import { expect, test } from 'vitest'
import type { FindingDocument } from '../../../src/insight/findings/finding.ts'
import { Charges, type SweptTransaction } from '../../../src/insight/sweep/charges.ts'

const place = { world: 'shop-1', label: undefined, chapterNumber: 2 }
const labelled = { ...place, label: 'pays twice' }

const paid: SweptTransaction = {
  ...{ audit: 1_000_001, kind: 'purchase', status: 'approved', reference: 'A-1' },
  ...{ amount: 1995, currency: 'AUD', method: { rail: 'card' }, isBroken: false },
}

const found = {
  ...{ subject: 'order A-1, AUD 19.95', steps: [{ kind: 'purchase' }] },
  ...{ story: 'shop-1-2-7', chapter: 'shop-1, chapter 2', labelled: false },
} as unknown as FindingDocument
const foundByLabel = { ...found, chapter: 'pays twice', labelled: true }

function chargesOf(where: typeof place | typeof labelled, ...all: readonly SweptTransaction[]) {
  const charges = new Charges()
  for (const one of all) charges.add(where, one)
  return charges
}

test.each<[string, FindingDocument, typeof place | typeof labelled]>([
  ['its world and chapter', found, place],
  ['its label', foundByLabel, labelled],
])('a mistake is what a run charged more often than the clean one, in %s', (_by, one, where) => {
  const [once, thrice] = [chargesOf(where, paid), chargesOf(where, paid, paid, paid)]
  expect(thrice.beyond(once, one)).toBe(2)
  expect(once.beyond(thrice, one)).toBe(-2)
  expect(thrice.beyond(thrice, one)).toBe(0)
})

test('another chapter, another label, another kind and another amount are counted apart', () => {
  const none = new Charges()
  const counted = (one: FindingDocument, charges: Charges) => charges.beyond(none, one)
  expect(counted(found, chargesOf({ ...place, chapterNumber: 3 }, paid))).toBe(0)
  expect(counted(found, chargesOf(labelled, paid))).toBe(0)
  expect(counted({ ...foundByLabel, chapter: 'pays' }, chargesOf(labelled, paid))).toBe(0)
  expect(counted(found, chargesOf(place, { ...paid, kind: 'preauthorisation' }))).toBe(0)
  expect(counted(found, chargesOf(place, { ...paid, amount: 2000 }))).toBe(0)
})

test.each([
  ['approved', 1],
  ['pending', 1],
  ['unknown', 1],
  ['voided', 1],
  ['declined', 0],
  ['error', 0],
] as const)('a payment that is %s counts %i', (status, count) => {
  expect(chargesOf(place, { ...paid, status }).beyond(new Charges(), found)).toBe(count)
})
