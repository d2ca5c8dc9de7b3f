import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob, compileMaskedGlob } from '../../../src/scenario/conditions/glob.ts'

test.each([
  ['51', '51', true],
  ['51', '510', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['?', 'a', true],
  ['?', '', false],
  ['ORDER-*', 'ORDER-7', true],
  ['ORDER-*', 'ORDER', false],
  ['*-7', 'ORDER-7', true],
  ['*-7', 'ORDER-77', false],
  ['*RD*', 'ORDER', true],
  ['*RD*', 'ODER', false],
  ['10000??', '1000051', true],
  ['10000??', '100005', false],
  ['10000??', '10000515', false],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'acb', false],
  ['*a?', 'aab', true],
  ['*a*a*', 'a', false],
  ['*a*a*', 'aa', true],
  ['*ab*b', 'ab', false],
  ['*ab*b', 'abb', true],
  ['*a?*b', 'ab', false],
  ['a.c', 'abc', false],
  ['[a]', 'a', false],
  ['', '', true],
])('%s against %s is %s', (glob, text, expected) => {
  expect(compileGlob(glob)(text)).toBe(expected)
})

test.each([
  ['4444333322221111', '444433xxxxxx1111', true],
  ['400000?0000000??', '400000xxxxxx0051', true],
  ['400000?0000000??', '400000xxxxxx9801', false],
  ['400000*9801', '400000xxxxxx9801', true],
  ['4111111111111111', '4111111111111111', true],
  ['4111111111111112', '4111111111111111', false],
  ['12345678', 'xxxxx678', true],
  ['12345678', 'xxxxx679', false],
  ['123', 'xxx', true],
  ['1234', 'xxx', false],
])('of a masked number, %s against %s is %s', (glob, text, expected) => {
  expect(compileMaskedGlob(glob)(text)).toBe(expected)
})

const letters = (characters: string) =>
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((list) => list.join(''))

test('a glob matches what its regular expression matches', () => {
  fc.assert(
    fc.property(letters('ab*?'), letters('ab'), (glob, text) => {
      const source = glob.replaceAll('*', '.*').replaceAll('?', '.')
      expect(compileGlob(glob)(text)).toBe(new RegExp(`^(?:${source})$`).test(text))
    }),
  )
})

test('masking digits never loses a match', () => {
  const cases = fc.tuple(letters('01*?'), letters('01'), fc.array(fc.boolean(), { minLength: 8 }))
  fc.assert(
    fc.property(cases, ([glob, text, mask]) => {
      fc.pre(compileGlob(glob)(text))
      const masked = [...text].map((digit, i) => (mask[i] ? 'x' : digit)).join('')
      expect(compileMaskedGlob(glob)(masked)).toBe(true)
    }),
  )
})
