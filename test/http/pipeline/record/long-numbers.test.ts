import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longNumbers } from '../../../../src/http/pipeline/record/long-numbers.ts'

const count = (json: string) => longNumbers(Buffer.from(json))

describe('long numbers in a JSON text', () => {
  test.each([
    ['none', '{"reference":"INV-2026-000173","amount":"4995"}', 0],
    ['twelve digits', '{"reference":"123456789012"}', 0],
    ['a card where it belongs', '{"pan":"4111111111111111"}', 1],
    ['a plain number', '{"pan":4111111111111111}', 1],
    ['a card with spaces', '{"reference":"4111 1111 1111 1111"}', 1],
    ['a card with dots and dashes', '{"reference":"4111-1111.1111_1111"}', 1],
    ['a card with colons', '{"reference":"4111:1111x1111:1111"}', 1],
    ['a card with anything between', '{"reference":"4111, 1111|*=1111~1111"}', 1],
    ['numbers in a row', '{"pan":"4111111111111111","1":"4111#1111#1111#1111"}', 2],
    ['an escape of an address, which could be one too', '{"reference":"%34111"}', 2],
    ['two', '{"pan":"4111111111111111","reference":"4111-1111-1111-1111"}', 2],
    ['one in a name', '{"pan":"4111111111111111","kvps":{"4111111111111111":"x"}}', 2],
    ['an escape, which could be a digit', '{"reference":"\\u0034111"}', 2],
    ['nothing at all', '', 0],
  ])('%s', (_name, json, expected) => {
    expect(count(json)).toBe(expected)
  })

  test('are found wherever they stand', () => {
    const piece = fc.constantFrom(
      'a',
      '"',
      ',',
      '7',
      '42',
      '123456',
      '1234567890123',
      ' ',
      '-',
      ':',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const runs = text.match(/[^"A-WYZa-wyz]+/g) ?? []
        const long = runs.filter((run) => run.replaceAll(/\D/g, '').length >= 13)
        expect(count(text)).toBe(Math.min(long.length, 2))
      }),
    )
  })
})
