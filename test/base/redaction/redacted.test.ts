import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { luhnDigit } from '../../../src/base/redaction/card-number.ts'
import {
  hasCardNumber,
  redactAddress,
  redactStrangers,
  redactText,
} from '../../../src/base/redaction/redacted.ts'
import { maskedText } from '../../model/law/card/text.ts'

test.each([
  ['4444333322221111', '444433xxxxxx1111'],
  ['paid with 4444333322221111, thanks', 'paid with 444433xxxxxx1111, thanks'],
  ['a4444333322221111b378282246310005', 'a444433xxxxxx1111b378282xxxxx0005'],
  ['4222222222222', '422222xxx2222'],
  ['{"pan":"30569309025904"}', '{"pan":"305693xxxx5904"}'],
  ['order 12 4539 1488 0343 6467 13', 'order 12 453914xxxxxx6467 13'],
  ['4539 1488 0343 6467 123', '453914xxxxxx6467 123'],
  ['/v1/4539-1488-0343-6467', '/v1/453914xxxxxx6467'],
  ['KVP.4539.1488.0343.6467', 'KVP.453914xxxxxx6467'],
  ['4-5-3-9-1-4-8-8-0-3-4-3-6-4-6-7', '453914xxxxxx6467'],
  ['3742 454554 00126', '374245xxxxx0126'],
  ['x4539-1488-0343-6467', 'x453914xxxxxx6467'],
  ['4539-1488-0343-6467x', '453914xxxxxx6467x'],
  ['12026-4539-1488-0343-6467', '12026-453914xxxxxx6467'],
  ['pan%204539148803436467%20x', 'pan 453914xxxxxx6467 x'],
  ['4539%201488%200343%206467', '453914xxxxxx6467'],
  ['4539%2D1488%2d0343%2e6467', '453914xxxxxx6467'],
  ['%34%35%33%39%31%34%38%38%30%33%34%33%36%34%36%37', '453914xxxxxx6467'],
  ['Order %234539148803436467', 'Order %23453914xxxxxx6467'],
  ['%C3%A94539-1488-0343-6467%20%26', '%C3%A9453914xxxxxx6467 %26'],
  ['100%4539148803436467 %34539148803436467', '100%453914xxxxxx6467 453914xxxxxx6467'],
  ['100%30569309025904', '100%305693xxxx5904'],
  ['{"pan":"\\u00234\\u0035\\u00339148803436467"}', '{"pan":"\\u0023453914xxxxxx6467"}'],
  ['4539\\u00201488\\u00200343\\u00206467', '453914xxxxxx6467'],
  ['4539 1488 0343 6467 4539 1488 0343 6467', '453914xxxxxx6467 453914xxxxxx6467'],
  // The digits from the second one on would be a number as well.
  ['4-4-4-4-3-3-3-3-2-2-2-2-1-1-1-1-4', '444433xxxxxx1111-4'],
  ['45391488-0343-6467-1111-000000000000', '453914xxxxxx6467-1111-000000000000'],
  [
    'a1b2c3d4-0000-4000-8000-00000000000a4539-1488-0343-6467',
    'a1b2c3d4-0000-4000-8000-00000000000a453914xxxxxx6467',
  ],
  [
    '4539-1488-0343-6467a1b2c3d4-0000-4000-8000-00000000000a',
    '453914xxxxxx6467a1b2c3d4-0000-4000-8000-00000000000a',
  ],
])('"%s" is kept as "%s"', (text, shown) => {
  expect(redactText(text)).toBe(shown)
  expect([hasCardNumber(text), hasCardNumber(shown)]).toEqual([true, false])
})

test.each([
  ['', 'empty'],
  ['order 4711', 'a short number'],
  ['4444333322221112', 'a wrong check digit'],
  ['4539 1488 0343 6468', 'a wrong check digit, in groups'],
  ['444433332222111100000', 'part of a longer number'],
  ['9444333322221110', 'a virtual card number'],
  ['1234567812345670', 'no known scheme'],
  ['37828224631000500000', 'too long for any card'],
  ['44443333223', 'too short for any card'],
  ['44443333222214', 'fourteen digits that begin like those of Visa'],
  ['order-266551022285', 'an order number of a date and six digits'],
  ['order-501800000009', 'digits of Maestro that are part of an identifier'],
  ['501800000009-2', 'digits of Maestro with a suffix'],
  ['444433xxxxxx1111', 'masked already'],
  ['4539  1488 0343 6467', 'two separators'],
  ['4539:1488:0343:6467', 'another separator'],
  ['%2534539148803436467', 'an escaped escape'],
  ['100%20off, 4539', 'an escape without a number'],
  ['2026-03-10 2026-03-11', 'dates'],
  ['1731679200000-42', 'a timestamp and a counter'],
  ['{"a":[4539,1488,343,6467]}', 'four numbers'],
  ['a1b2c3d4-0000-4539-1488-034364670000', 'a UUID'],
  ['45391488-0343-6467-9abc-000000000000', 'a UUID that begins with digits'],
  ['abcdef01-aaaa-aaaa-4539-148803436467', 'a UUID that ends with digits'],
  ['453914xxxxxx4539-1488-0343-6467', 'groups after a mask'],
  ['4539-1488-0343-6467xxxxxx6467', 'groups before a mask'],
])('"%s" stays as it is: %s', (text) => {
  expect([redactText(text), hasCardNumber(text)]).toEqual([text, false])
})

test.each([
  ['6759649826438453', 'a Maestro number'],
  ['5018 0000 0009', 'one of twelve digits'],
  ['6304000000000000000', 'nineteen digits of Maestro'],
])('%s is masked: %s', (text) => {
  const digits = text.replaceAll(' ', '')
  const all = digits.slice(0, -1) + luhnDigit(digits.slice(0, -1))
  const masked = `${all.slice(0, 6)}${'x'.repeat(all.length - 10)}${all.slice(-4)}`
  expect(redactText(`Order ${all}, paid`)).toBe(`Order ${masked}, paid`)
})

const visas = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((rest) => `453914${String(rest).padStart(9, '0')}`)
  .map((digits) => digits + luhnDigit(digits))

/** A number with something between its groups, which are of any length. */
const written = fc
  .tuple(visas, fc.array(fc.constantFrom('', '', ' ', '-', '.', '+', '  '), { minLength: 16 }))
  .map(([pan, gaps]) => [...pan].map((one, i) => (gaps[i] ?? '') + one).join(''))

const pieces = fc.oneof(
  written,
  fc.stringMatching(/^[0-9]{1,6}$/),
  fc.constantFrom(
    'x',
    'a',
    'é',
    '-',
    ' ',
    '.',
    '%',
    '%20',
    '%34',
    '%23',
    '%E9',
    '\\u0034',
    '\\u0023',
    '\uffff',
    '"',
    '4',
    '6011 ',
    '5018 0000 0009',
    '3600-',
  ),
  fc.uuid(),
)

test('it says the same as the plain definition, and says it once', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      const shown = redactText(text)
      expect(shown).toBe(maskedText(text))
      // Digits of a UUID are chance only as long as it is whole: a number that ran into it took part of it.
      if (shown === text || !/[0-9a-f]{4}-[0-9a-f]{4}-/.test(text)) {
        expect(redactText(shown)).toBe(shown)
      }
    }),
    { numRuns: 3000, examples: [[['4539 1488 0343 6467', 'x', '%', '3600-']]] },
  )
})

describe('an address', () => {
  test.each([
    ['/v1/%34539148803436467/x', '/v1/453914xxxxxx6467/x'],
    ['name=4539%201488%200343%206467&limit=3', 'name=453914xxxxxx6467&limit=3'],
    ['name=4539+1488+0343+6467', 'name=453914xxxxxx6467'],
    ['/v1/a%20b%zz%2/4539148803436467', '/v1/a%20b%zz%2/453914xxxxxx6467'],
    ['/v1/a%20b%zz%2/%34539148803436467', '/v1/a b%zz%2/453914xxxxxx6467'],
  ])('%s is shown as %s', (text, shown) => {
    expect(redactAddress(text)).toBe(shown)
  })

  test.each(['/v1/a%20b%zz%2', '/v1/%2534539148803436467', 'at=2026-03-10T10:00:00%2B10:00'])(
    '%s stays as it is',
    (text) => {
      expect(redactAddress(text)).toBe(text)
    },
  )

  test('of a page shows test numbers', () => {
    expect(redactStrangers('pan=4000000000000051')).toBe('pan=4000000000000051')
    expect(redactStrangers('pan=4539148803436467')).toBe('pan=453914xxxxxx6467')
  })
})
