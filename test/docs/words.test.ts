import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { phrasesIn, unexplainedIn } from '../../scripts/words/phrases.mjs'
import { pageFacts } from '../../scripts/words/prose.mjs'
import { linksIn } from './links.ts'
import { blocksOf, page, pages, root } from './pages.ts'

const forUsers = pages.filter(({ name }) =>
  /^(README|docs\/(start|guides|concepts)\/.*)\.md$/.test(name),
)
const manual = pages.filter(({ name }) => /^docs\/[\w-]+\/[\w-]+\.md$/.test(name))

test('the README has at most 110 lines, and each page for users at most 1500 plain words', () => {
  expect(page('README.md').text.split('\n').length - 1).toBeLessThanOrEqual(110)
  const facts = forUsers.map(({ name, text }) => ({ name, ...pageFacts(text) }))
  expect(facts.filter(({ words, ease }) => words > 1500 || ease < 55)).toEqual([])
  expect(facts.reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(22_000)
})

/** The rows of the tables of a page, whichever folder its links lead from. */
function rowsOf(text: string): readonly string[] {
  const tables = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^\|.*\n\|-.*\n((?:\|.*\n)+)/gm)
  const rows = [...tables].flatMap(([, body = '']) => body.trim().split('\n'))
  return rows.map((row) => row.replaceAll(/\]\((?:[\w.]+\/)*([\w#.-]+)\)/g, ']($1)'))
}

test('no page repeats a row of another page’s table', () => {
  const rows = [...forUsers, ...manual].flatMap(({ name, text }) =>
    rowsOf(text).map((row) => ({ name, row })),
  )
  const repeated = rows.filter(({ name, row }) =>
    rows.some((other) => other.row === row && other.name !== name),
  )
  expect(repeated).toEqual([])
  expect(rows.length).toBeGreaterThan(500)
})

test('each page for users begins with what it is for, and those that show how to do something show code', () => {
  const bare = forUsers.filter((one) => !/^# .+\n\n[^#|`\n]*[A-Z*`]/.test(one.text))
  expect(bare.map(({ name }) => name)).toEqual([])
  // Who decides about Sandgate runs no commands.
  const practical = forUsers.filter(
    ({ name }) => /^docs\/(start|guides)\//.test(name) && name !== 'docs/guides/adopting.md',
  )
  expect(practical.filter((one) => blocksOf(one).length === 0).map(({ name }) => name)).toEqual([])
})

/** The lines that continue a paragraph or an entry of a list, without code and what is not prose. */
function continuedLines(text: string): readonly string[] {
  const isProse = (line: string) => /^[^|<#`\s-]|^`[^`]|^ *(?:[-*]|\d+\.) /.test(line.trimStart())
  const prose = text.replace(/^---\n.*?^---\n/ms, '').replaceAll(/^```.*?^```$/gms, '')
  return prose.split('\n').filter((line, at, lines) => {
    const before = lines[at - 1] ?? ''
    return isProse(line) && isProse(before) && !/^ *(?:[-*]|\d+\.) /.test(line)
  })
}

test('a paragraph is one line', () => {
  const broken = pages
    .filter(({ name }) => !name.startsWith('docs/internals/'))
    .map(({ name, text }) => ({ name, lines: continuedLines(text) }))
  expect(broken.filter(({ lines }) => lines.length > 0)).toEqual([])
  expect(continuedLines('One.\nTwo.\n\n- three\n  four\n- five\n')).toEqual(['Two.', '  four'])
})

test('the index and the list for contributors name every page of the manual once', () => {
  const tables = page('docs/README.md').text.match(/^\|.*$/gm) ?? []
  const indexed = linksIn(tables.join('\n')).map((link) => `docs/${link}`)
  const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
  const inside = linksIn(contributing).filter((link) => /^docs\/internals\/[\w-]+\.md$/.test(link))
  const listed = new Set([...indexed, ...inside])
  expect([...listed].sort()).toEqual(manual.map(({ name }) => name).sort())
  expect(indexed.length).toBe(new Set(indexed).size)
  // Who uses Sandgate needs none of the pages for those who build it.
  expect(indexed.filter((name) => name.startsWith('docs/internals/'))).toEqual([])
})

test('the change log of the first release is short', () => {
  expect(page('CHANGELOG.md').text.split('\n').length).toBeLessThanOrEqual(41)
})

test('a text of long words and sentences is found hard, and phrases are found at their lines', () => {
  const easy = pageFacts('The cat sat on the mat. It was a good cat.\n')
  const hard = pageFacts(
    'Organisational considerations notwithstanding, interoperability necessitates standardisation.',
  )
  expect(easy.ease).toBeGreaterThan(90)
  expect(hard.ease).toBeLessThan(20)
  expect(pageFacts('One\n```sh\nnot these\n```\ntwo `three`').words).toBe(3)
  expect(phrasesIn('fine\nIt works also if it rains.', { isCode: false })).toEqual([
    '2: "also if": write even if, including, or a second sentence',
  ])
})

test('words for which the trade has another one are found in sentences, and not in code', () => {
  const page = [
    'The `answer` of a [lost](answers.md) request',
    '```text',
    'no answer',
    '```',
    '<!-- list -->',
    'a time-out of the program',
    '<!-- /list -->',
    'After a time-out, the base address is in 10 000 order books of 60 %.',
    'The other cells go on after 4 096 characters.',
  ].join('\n')
  expect(phrasesIn(page, { isCode: false })).toEqual([
    '9: "go on": write continues',
    '8: "time-out": write timeout',
    '8: "base address": write base URL',
    '8: "order books": write books',
    '8: "0 %": write 60%',
    '8: "10 000": write 10,000',
    '9: "4 096": write 10,000',
  ])
})

test('the trade’s words are checked in the texts of the program and in titles of tests, not in comments', () => {
  const code = [
    '// After a lost answer.',
    "const text = 'The answer was lost after a time-out'",
    "const name = 'time-out'",
    '<p>Point it at this base address:</p>',
  ].join('\n')
  const found = [
    '2: "The answer": write response, responds, has its response',
    '2: "time-out": write timeout',
    '4: "base address": write base URL',
  ]
  expect(phrasesIn(code, { isCode: true })).toEqual(found)
  expect(phrasesIn(code, { isCode: true, isTest: true })).toEqual(found)
})

test('an abbreviation of the trade is explained where a page first has it', () => {
  expect(unexplainedIn('# A debit\n\nA branch number (BSB).\n\nTwo BSBs.\n')).toEqual([])
  expect(unexplainedIn('`BSB`\n\nTwo BSBs and a KVP.\n')).toEqual([
    '3: "BSBs" is not explained: write branch number (BSB)',
    '3: "KVP" is not explained: write key-value pairs (KVPs)',
  ])
})

test('comments that users read are checked: of what the library exports, and of the examples', () => {
  const code = [
    '/** Loads a shipped one. */',
    "const answer = 'a name'",
    '// What follows a lost answer.',
  ].join('\n')
  expect(phrasesIn(code, { isCode: true })).toEqual([])
  expect(phrasesIn(code, { isCode: true, isPublic: true })).toEqual([
    '1: "shipped one": write built-in',
    '3: "answer": write response, responds, has its response',
  ])
})

test('phrases are found in the titles of tests, and not in their comments', () => {
  const code = ['// It goes on.', "test('a fault is told, and it goes on', () => {})"].join('\n')
  const found = [
    '2: "is told": write is reported, is shown, knows',
    '2: "goes on": write continues',
  ]
  expect(phrasesIn(code, { isCode: true, isTest: true })).toEqual(found)
  expect(phrasesIn(code, { isCode: true })).toEqual(['1: "goes on": write continues', ...found])
})
