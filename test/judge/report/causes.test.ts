import { expect, test } from 'vitest'
import { alikeGroups } from '../../../src/judge/report/finding-groups.ts'
import { lostAfter, SimulatedTest } from '../support/test-chapter.ts'
import { reportFrom } from '../support/test-report.ts'

test('one example shows each cause, whatever the correlation ids are', () => {
  const told = new SimulatedTest()
  const payTwice = (reference: string, id: string, inBetween: () => void = () => undefined) => {
    told.pay({ ...lostAfter, reference, id })
    inBetween()
    told.pay({ made: 'approved', reference, id: `${id}-again` })
  }
  // Ids that are words of the advice, or parts of each other.
  payTwice('A', 'correlation')
  payTwice('B', 'id')
  payTwice('C', 'first-ask')
  payTwice('D', 'again', () => told.failSearch('again'))
  payTwice('E', 'found', () => told.search('found', null))
  const doubled = reportFrom(told).findings.filter(({ code }) => code === 'double-charge')
  expect(doubled.map(({ cause }) => cause)).toEqual([
    ...['no-search', 'no-search', 'no-search'],
    ...['failed-search', 'forgotten-id'],
  ])
  expect(new Set(doubled.map(({ advice }) => advice)).size).toBe(5)
  const shown = alikeGroups(doubled).map((groups) => groups.map(([{ subject }]) => subject[6]))
  expect(shown).toEqual([['A', 'B', 'C'], ['D'], ['E']])
})
