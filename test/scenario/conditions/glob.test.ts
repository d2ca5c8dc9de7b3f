import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob, compileMaskedGlob } from '../../../src/scenario/conditions/glob.ts'

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
