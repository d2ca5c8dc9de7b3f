import { expect, test } from 'vitest'
import { lostAfter, lostBefore, ToldChapter } from './support/told-chapter.ts'

const refund = { operation: 'refund', amount: 1000 } as const

test('a lookup of the payment does not tell what became of its refund', () => {
  const told = new ToldChapter()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, ...refund, target })
  told.lookup(target, 'approved')
  expect(told.codes()).toEqual(['unresolved'])
  told.pay({ ...refund, made: 'approved', target })
  expect(told.codes()).toEqual(['double-refund', 'blind-retry'])
})

test('a search for the refund tells', () => {
  const told = new ToldChapter()
  const target = told.pay({ made: 'approved' })
  const audit = told.pay({ ...lostAfter, ...refund, id: 'back', target })
  told.search('back', { audit, status: 'approved' })
  expect(told.codes()).toEqual([])
})

test('a lookup of its target tells of a void', () => {
  const told = new ToldChapter()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, operation: 'void', target })
  told.lookup(target, 'voided')
  expect(told.codes()).toEqual([])
})

test('of an older payment, it tells once a replayed answer has shown the payment', () => {
  const told = new ToldChapter()
  const older = 1_000_002
  told.pay({ ...lostAfter, operation: 'void', target: older })
  expect(told.pay({ made: 'approved' })).toBe(older)
  told.lookup(older, 'voided')
  const [voided] = told.stories()
  expect(told.codes()).toEqual([])
  expect(voided?.steps.map(({ text }) => text)).toEqual([
    'the answer was lost after it was voided (connection reset)',
    'found it voided',
  ])
})

test('a lookup of the hold does not tell of a completion: it is approved before and after', () => {
  const told = new ToldChapter()
  const target = told.pay({ made: 'approved', operation: 'preauthorisation' })
  const completion = { operation: 'completion', target } as const
  told.pay({ ...lostAfter, ...completion })
  told.lookup(target, 'approved')
  expect(told.codes()).toEqual(['unresolved'])
})

test('a void that was refused is worth what it was to void', () => {
  const told = new ToldChapter()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, operation: 'void', target })
  told.pay({ operation: 'void', target, status: 422, facts: { refusals: ['not_voidable'] } })
  expect(told.findings()).toMatchObject([
    { code: 'blind-retry', subject: 'order A-1001, AUD 49.95' },
  ])
})

test('a void that was lost on its way is worth what it was to void', () => {
  const told = new ToldChapter()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostBefore, operation: 'void', target })
  expect(told.findings()).toMatchObject([
    { code: 'unresolved', subject: 'order A-1001, AUD 49.95' },
  ])
})

test('debits that are charged twice and have not cleared are told as such', () => {
  const told = new ToldChapter()
  const debit = { made: 'pending', rail: 'direct_debit' } as const
  told.pay({ ...lostAfter, ...debit })
  told.pay(debit)
  const [double] = told.findings()
  expect(double?.message).toBe(
    'Charged twice: AUD 99.90 for an order of AUD 49.95. Not all of it has cleared yet.',
  )
})

test('a sale that was tried several times is lost all the same', () => {
  const told = new ToldChapter()
  for (const id of ['one', 'two', 'three']) {
    told.pay({ ...lostBefore, id })
    told.search(id, null)
  }
  const [lost] = told.findings()
  expect(lost?.message).toBe(
    'The search said that it was not processed, and it was given up after 3 attempts: AUD 49.95 not earned.',
  )
})
