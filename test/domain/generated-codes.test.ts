import { expect, test } from 'vitest'
import {
  authorisationCode,
  hash32,
  preauthorisationCode,
  showsOptional,
  traceNumber,
} from '../../src/domain/generated-codes.ts'

const audits = Array.from({ length: 10_000 }, (_, i) => 1_000_001 + i)

test.each([
  ['an authorisation code', authorisationCode, /^\d{6}$/],
  ['a preauthorisation code', preauthorisationCode, /^[A-Z0-9]{12}$/],
  ['a trace number', traceNumber, /^\d{6}$/],
])('%s has its form, and depends on the seed and the audit number alone', (_name, make, form) => {
  for (const audit of audits.slice(0, 500)) expect(make(7, audit)).toMatch(form)
  expect(make(7, 1_000_001)).toBe(make(7, 1_000_001))
  expect(make(7, 1_000_001)).not.toBe(make(8, 1_000_001))
  expect(make(7, 1_000_001)).not.toBe(make(7, 1_000_002))
})

test('the codes of one audit differ from each other', () => {
  expect(authorisationCode(7, 1_000_001)).not.toBe(traceNumber(7, 1_000_001))
})

test('preauthorisation codes do not repeat', () => {
  expect(new Set(audits.map((audit) => preauthorisationCode(1, audit))).size).toBe(audits.length)
})

test('about half of the audits show optional fields', () => {
  const shown = audits.filter(showsOptional).length
  expect(shown).toBeGreaterThan(4_700)
  expect(shown).toBeLessThan(5_300)
})

test('the codes of a seed are the same in every release', () => {
  expect(authorisationCode(7, 1_000_001)).toBe('287588')
  expect(traceNumber(7, 1_000_001)).toBe('401933')
  expect(preauthorisationCode(7, 1_000_001)).toBe('77B6739G7RZ5')
  expect(audits.slice(0, 20).filter(showsOptional)).toEqual([
    1_000_001, 1_000_004, 1_000_005, 1_000_012, 1_000_014, 1_000_015, 1_000_020,
  ])
})

test.each([
  [[], 3_954_623_016],
  [[1], 619_189_011],
  [[1, 2], 4_166_365_685],
  [[2 ** 32 + 5], 1_108_857_847],
  [[-1], 1_971_636_267],
])('%j hashes as MurmurHash3 does, by eight bytes for each number', (numbers, expected) => {
  expect(hash32(...numbers)).toBe(expected)
})

test('a hash is an unsigned 32-bit integer, spread over its range', () => {
  const hashes = audits.map((audit) => hash32(audit))
  expect(hashes.every((hash) => Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32)).toBe(true)
  const upper = hashes.filter((hash) => hash >= 2 ** 31).length
  expect(Math.abs(upper - 5_000)).toBeLessThan(300)
})
