import { expect, test } from 'vitest'
import { onceForTestCards } from '../../../src/base/redaction/card-number.ts'

function counting(): { readonly asked: string[]; readonly fingerprint: (text: string) => string } {
  const asked: string[] = []
  const fingerprint = onceForTestCards((text) => {
    asked.push(text)
    return `of ${text}`
  })
  return { asked, fingerprint }
}

test('the fingerprint of a test card is made once', () => {
  const { asked, fingerprint } = counting()
  expect(fingerprint('4111111111111111')).toBe('of 4111111111111111')
  expect(fingerprint('4111111111111111')).toBe('of 4111111111111111')
  expect(asked).toEqual(['4111111111111111'])
})

test('a number that may be somebody’s is not remembered', () => {
  const { asked, fingerprint } = counting()
  fingerprint('4539148803436467')
  fingerprint('4539148803436467')
  expect(asked).toHaveLength(2)
})

test('only so many are remembered', () => {
  const { asked, fingerprint } = counting()
  const numbers = Array.from({ length: 30_000 }, (_, i) => `400000${String(i).padStart(10, '0')}`)
  for (const number of numbers) fingerprint(number)
  const once = asked.length
  for (const number of numbers) fingerprint(number)
  expect(2 * once - asked.length).toBe(1000)
})
