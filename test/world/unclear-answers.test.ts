import { expect, test } from 'vitest'
import type { Exchange } from '../../src/insight/exchange.ts'
import { reportOf } from '../../src/insight/report/report-document.ts'
import { Records } from '../../src/world/records/records.ts'
import { UnclearAnswers } from '../../src/world/unclear-answers.ts'
import { lostAfter, ToldChapter } from '../insight/support/told-chapter.ts'

function sceneOf(records = new Records()) {
  return {
    records,
    isClosed: false,
    commit: (changes: Parameters<Records['apply']>[0]) => void records.apply(changes),
  }
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
