import { expect, test } from 'vitest'
import {
  isCorrelationId,
  isKvpKey,
  isRestrictedText,
  refusedCharacter,
} from '../../src/domain/restricted-text.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code))

test.each([
  ['free text', isRestrictedText, `${letters}${digits} !#$%&()*+,-./:;<=>?@[]^_\`{|}~`],
  ['a correlation id', isCorrelationId, `${letters}${digits}+-_:.,`],
  ['a KVP key', isKvpKey, `${letters}${digits}_.`],
])('%s accepts its characters and no other', (_name, accepts, allowed) => {
  expect(characters.filter((character) => accepts(`a${character}`)).sort()).toEqual(
    [...allowed].sort(),
  )
})

test.each([
  ['', true],
  ['Order 4711 (urgent)', true],
  ["O'Brien", false],
  ['a\n', false],
  ['café', false],
])('%j as free text: %s', (text, expected) => {
  expect(isRestrictedText(text)).toBe(expected)
})

test.each([
  [0, false],
  [1, true],
  [128, true],
  [129, false],
])('a correlation id of %i characters: %s', (length, expected) => {
  expect(isCorrelationId('a'.repeat(length))).toBe(expected)
})

test.each([
  [0, false],
  [1, true],
  [64, true],
  [65, false],
])('a KVP key of %i characters: %s', (length, expected) => {
  expect(isKvpKey('a'.repeat(length))).toBe(expected)
})

test.each([
  ['Café 7', 'Has the character é (U+00E9), which is not accepted'],
  ['5" nails', 'Has the character " (U+0022), which is not accepted'],
  ['two\nlines', 'Has the character U+000A, which is not accepted'],
  ['paid 😀', 'Has the character 😀 (U+1F600), which is not accepted'],
  ['\ud800', 'Has the character U+D800, which is not accepted'],
])('of %j the refused character is named', (text, words) => {
  expect(refusedCharacter(text)).toBe(words)
})

test('a refused space is called by its name', () => {
  expect(refusedCharacter('a b', isKvpKey)).toBe(
    'Has the character space (U+0020), which is not accepted',
  )
})
