import { expect, test } from 'vitest'
import type { Transaction } from '../../src/domain/transaction/transaction.ts'
import type { Exchange, Moved } from '../../src/insight/exchange.ts'
import { reportOf } from '../../src/insight/report/report-document.ts'
import { History } from '../../src/insight/run/history.ts'
import { Records } from '../../src/world/records/records.ts'
import { transactionChange } from '../../src/world/transaction-moves.ts'
import { UnclearAnswers } from '../../src/world/unclear-answers.ts'
import { lostAfter, lostBefore, ToldChapter } from '../insight/support/told-chapter.ts'
import { transaction } from '../support/transaction.ts'

function sceneOf(records = new Records()) {
  const scene = {
    records,
    isClosed: false,
    commit: (changes: Parameters<Records['apply']>[0]) => void scene.records.apply(changes),
  }
  return scene
}

function lostCall(told: ToldChapter, n: number): Exchange {
  return told.exchange({ ...lostAfter, id: `id-${n}`, reference: `order-${n}` }, undefined)
}

/** What a report of the run after a restart says. */
function reportAfter(records: Records) {
  const next = new ToldChapter()
  new UnclearAnswers(sceneOf(records)).recall(next.history, 0)
  return reportOf(next.part, new Set())
}

test('a thousand lost answers come along; if there were more, the report says so first', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const unclear = new UnclearAnswers(scene)
  for (let n = 0; n < 1000; n += 1) unclear.end(lostCall(told, n), undefined)
  expect(reportAfter(scene.records)).toMatchObject({
    headline: 'UNSAFE: 1000 unresolved',
    caution: null,
  })
  unclear.end(lostCall(told, 1000), undefined)
  unclear.end(lostCall(told, 1001), undefined)
  expect(reportAfter(scene.records)).toMatchObject({
    headline: 'UNSAFE: 1000 unresolved',
    caution: expect.stringMatching(/^This report begins at the restart of the sandbox/),
  })
})

test('a call with a clear answer leaves nothing, and settles what it repeats', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const unclear = new UnclearAnswers(scene)
  const key = unclear.begin(lostCall(told, 1))
  expect(scene.records.size('meta')).toBe(1)
  const paid = told.exchange({ id: 'id-2', reference: 'order-1', status: 200 }, undefined)
  unclear.end(paid, undefined)
  expect(scene.records.size('meta')).toBe(0)
  unclear.end(lostCall(told, 1), key)
  expect(scene.records.size('meta')).toBe(0)
})

test('neither card numbers nor bodies are stored', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const exchange = lostCall(told, 1)
  const body = { a: 'text' } as unknown as Exchange['request']['body']
  const whole = { ...exchange, request: { ...exchange.request, body } }
  new UnclearAnswers(scene).end(whole, undefined)
  expect(scene.records.lines('meta').join()).not.toContain('text')
})

test('what comes after a restart is kept beside what was there', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const keys = (unclear: UnclearAnswers) => [1, 2].map((n) => unclear.begin(lostCall(told, n)))
  const first = new UnclearAnswers(scene)
  expect(keys(first)).toEqual(['unclear 1', 'unclear 2'])
  first.recall(told.history, 0)
  expect(keys(new UnclearAnswers(scene))).toEqual(['unclear 3', 'unclear 4'])
  expect(scene.records.keys('meta')).toEqual([
    'unclear 1',
    'unclear 2',
    'unclear kept',
    'unclear 3',
    'unclear 4',
  ])
})

/** The facts of a call that made a transaction. */
function madeWith({ facts }: Exchange, of: Pick<Transaction, 'audit' | 'status'>) {
  return { ...facts, made: { ...of, rail: 'card' } } as unknown as Exchange['facts']
}

test('a call that was begun and got a clear answer leaves nothing, even if it was declined', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const unclear = new UnclearAnswers(scene)
  const begun = lostCall(told, 1)
  const key = unclear.begin(begun)
  const answer = { status: 200, body: undefined }
  const facts = madeWith(begun, { audit: 1_000_001, status: 'declined' })
  unclear.end({ ...begun, fault: undefined, answer, facts }, key)
  expect(scene.records.size('meta')).toBe(0)
})

test.each([
  ['a failure of the sandbox itself', { status: 500 }, 0],
  ['a worse one', { status: 503 }, 0],
  ['an error that was asked for', { ...lostBefore, status: 500 }, 1],
  ['an answer that never came', { ...lostAfter }, 1],
  ['a good answer', { status: 200 }, 0],
])('%s, which is %j, leaves rows: %i', (_what, answer, kept) => {
  const scene = sceneOf()
  new UnclearAnswers(scene).end(new ToldChapter().exchange(answer, undefined), undefined)
  expect(scene.records.size('meta')).toBe(kept)
})

test('what a page of the sandbox does settles nothing', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const unclear = new UnclearAnswers(scene)
  unclear.end(lostCall(told, 1), undefined)
  const paid = told.exchange({ id: 'id-2', reference: 'order-1', status: 200 }, undefined)
  unclear.end({ ...paid, sender: 'dashboard' } as Exchange, undefined)
  expect(scene.records.size('meta')).toBe(1)
  unclear.end(paid, undefined)
  expect(scene.records.size('meta')).toBe(0)
})

test('another state has no open calls, and those under way leave nothing in it', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const unclear = new UnclearAnswers(scene)
  const key = unclear.begin(lostCall(told, 1))
  const others = new Records()
  new UnclearAnswers(sceneOf(others)).begin(lostCall(told, 2))
  unclear.forget(others)
  scene.records = others
  unclear.end(lostCall(told, 1), key)
  expect(others.keys('meta')).toEqual(['unclear kept'])
})

test('a state that nobody kept watch over is told once, if it has transactions', () => {
  const scene = sceneOf()
  scene.records.apply([transactionChange(transaction())])
  expect(reportAfter(scene.records).caution).toMatch(/^This report begins at the restart/)
  expect(scene.records.keys('meta')).toEqual(['unclear kept'])
  expect(reportAfter(scene.records).caution).not.toMatch(/restart/)
  expect(reportAfter(new Records()).caution).not.toMatch(/restart/)
})

/** A history that says what it was told of moves. */
class Heard extends History {
  readonly moves: Moved[] = []

  override moved(moved: Moved): void {
    this.moves.push(moved)
    super.moved(moved)
  }
}

test('what has become of open calls since is told after a restart', () => {
  const told = new ToldChapter()
  const scene = sceneOf()
  const unclear = new UnclearAnswers(scene)
  const audits = [1_000_001, 1_000_002, 1_000_003]
  for (const audit of audits) {
    const exchange = lostCall(told, audit)
    unclear.end({ ...exchange, facts: madeWith(exchange, { audit, status: 'unknown' }) }, undefined)
  }
  unclear.end(told.exchange({ ...lostBefore, id: 'none' }, undefined), undefined)
  scene.records.apply([
    transactionChange(transaction({ audit: 1_000_001, status: 'unknown' })),
    transactionChange(transaction({ audit: 1_000_002, status: 'declined' })),
  ])
  const heard = new Heard(100, told.run.begin('next'))
  new UnclearAnswers(scene).recall(heard, 7)
  expect(heard.moves).toEqual([
    { audit: 1_000_002, at: 7, to: 'declined', isAnswer: false, isExpiry: false },
  ])
})
