import { expect, test } from 'vitest'
import { assumptionEntries } from '../../src/domain/assumptions/assumptions.ts'
import { page } from './pages.ts'

test('a payments lead reads the totals of the trials that the page of the trials has', () => {
  const [, table = ''] = page('docs/internals/verdict-trials.md').text.split('<!-- confusion -->')
  const rows = (table.split('<!-- /confusion -->')[0] ?? '').trim().split('\n').slice(2)
  const all = rows.pop() ?? ''
  const inRow = (row: string, column: number) => Number(row.split('|')[column + 1])
  const total = (column: number) => rows.reduce((sum, row) => sum + inRow(row, column), 0)
  const columns = [1, 2, 3, 4, 5, 6]
  expect(all).toMatch(/^\| all \|/)
  expect(columns.map(total)).toEqual(columns.map((column) => inRow(all, column)))
  const { text } = page('docs/guides/adopting.md')
  const [runs, wrong, detected, warned, missed, alarms] = columns.map((column) =>
    total(column).toLocaleString('en'),
  )
  expect({ detected, missed, alarms }).toEqual({ detected: wrong, missed: '0', alarms: '0' })
  expect(text).toContain(`In ${runs} runs, ${wrong} clients moved money twice, `)
  expect(text).toContain(`The verdict reported all ${wrong}, and raised no false alarms.`)
  const wrongIn = (isSo: (row: string) => boolean) =>
    rows.filter(isSo).reduce((sum, row) => sum + inRow(row, 2), 0)
  const isSwept = (row: string) => row.includes(': sweep: ')
  const swept = wrongIn(isSwept)
  const withBooks = wrongIn((row) => row.includes(': books: '))
  const unique = wrongIn((row) => row.includes('`--unique-references`') && !isSwept(row))
  expect(text).toContain(`Of the ${wrong}, ${unique + withBooks + swept} `)
  expect(text).toContain(`(${unique})`)
  expect(text).toContain(`(${withBooks})`)
  expect(text).toContain(`(${swept})`)
  expect(text).toContain(`About two in five of the ${wrong} got only a warning`)
  expect(Number(warned) / Number(wrong)).toBeCloseTo(0.4, 1)
})

const assumed = assumptionEntries()

const honest = [
  'README.md',
  'docs/guides/adopting.md',
  'docs/guides/real-gateway.md',
  'docs/concepts/limits.md',
  'docs/start/is-this-my-gateway.md',
]

test.each(honest)('%s says how many settings are guesses', (name) => {
  const guessed = assumed.filter(({ entry }) => entry.source === 'assumed').length
  const { text } = page(name)
  expect(text).toMatch(new RegExp(`\\b${assumed.length} settings\\b`))
  expect(text).toMatch(new RegExp(`\\b${guessed} are|other ${guessed} are|settings ${guessed} are`))
})
