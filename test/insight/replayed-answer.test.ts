import { expect, test } from 'vitest'
import { lostAfter, TestChapter } from './support/test-chapter.ts'

const again = { id: 'a', status: 200 } as const

test('an answer that is given again decides nothing where it was undecided the first time', () => {
  const told = new TestChapter()
  const audit = told.pay({ made: 'unknown', id: 'a' })
  told.pay(again)
  expect(told.findings()).toMatchObject([
    {
      code: 'unresolved',
      steps: [
        { text: 'undecided (status unknown)' },
        {
          result: 'replayed',
          text: 'got the answer of the first request with this id again (undecided); nothing more was charged',
        },
      ],
    },
  ])
  told.moved(audit, 'approved')
  expect(told.codes()).toEqual(['unresolved'])
  expect(told.stories()).toMatchObject([{ verdict: 'unresolved' }])
  told.lookup(audit, 'approved')
  expect(told.codes()).toEqual([])
  expect(told.stories()).toMatchObject([{ verdict: 'paid' }])
})

test('an undecided answer that is given again leaves a new id after it a blind retry, which charges twice', () => {
  const told = new TestChapter()
  const audit = told.pay({ made: 'unknown', id: 'a' })
  told.pay(again)
  told.pay({ made: 'approved' })
  told.moved(audit, 'approved')
  expect(told.codes()).toEqual(['double-charge', 'blind-retry'])
})

test('an answer that is given again is the answer where the first one was lost and decided', () => {
  const told = new TestChapter()
  told.pay({ ...lostAfter, id: 'a' })
  told.pay(again)
  expect(told.codes()).toEqual([])
  expect(told.stories()).toMatchObject([{ verdict: 'paid' }])
})

test('an answer that is given again is none where the first one was lost and undecided', () => {
  const told = new TestChapter()
  told.pay({ ...lostAfter, made: 'unknown', id: 'a' })
  told.pay(again)
  expect(told.codes()).toEqual(['unresolved'])
})

test('an answer that is given again and says pending has to be followed up', () => {
  const told = new TestChapter()
  const debit = { rail: 'direct_debit', made: 'pending', id: 'a' } as const
  const audit = told.pay({ ...lostAfter, ...debit })
  told.pay(again)
  expect(told.codes()).toEqual([])
  told.moved(audit, 'declined')
  expect(told.codes()).toEqual(['ignored-pending'])
  told.lookup(audit, 'declined')
  expect(told.codes()).toEqual([])
})

test('an answer that is given again after the first one was looked up needs no further look', () => {
  const told = new TestChapter()
  const audit = told.pay({ made: 'unknown', id: 'a' })
  told.moved(audit, 'approved')
  told.lookup(audit, 'approved')
  told.pay(again)
  expect(told.codes()).toEqual([])
  expect(told.stories()).toMatchObject([{ verdict: 'paid' }])
})
