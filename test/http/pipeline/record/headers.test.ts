import { expect, test } from 'vitest'
import {
  answerLines,
  isSecretHeader,
  requestLines,
} from '../../../../src/http/pipeline/record/headers.ts'

test.each([
  ['Authorization', true],
  ['X-Api-Key', true],
  ['apikey', true],
  ['Cookie', true],
  ['X-Correlation-Id', false],
  ['Content-Type', false],
])('whether %s is secret: %s', (name, isSecret) => {
  expect(isSecretHeader(name)).toBe(isSecret)
})

test('headers are stored one on each line, in order, without those that are stored elsewhere', () => {
  const list = ['Host', 'a', 'X-Correlation-Id', 'c-1', 'Content-Length', '7', 'Cookie', 'b=1']
  expect(requestLines(list)).toBe('Host: a\nCookie: (hidden)\n')
  expect(answerLines({ 'Content-Type': 'text/html', Allow: 'GET' })).toBe(
    'Content-Type: text/html\nAllow: GET\n',
  )
  expect(requestLines([])).toBe('')
})

test('a long value is cut', () => {
  const whole = 'x'.repeat(300)
  expect(requestLines(['A', whole])).toBe(`A: ${whole}\n`)
  expect(requestLines(['A', `${whole}y`])).toBe(`A: ${whole}…\n`)
})

test('each request has its own headers, whatever the one before had', () => {
  const numbered = ['Note', 'card 4111111111111111']
  expect(requestLines(numbered)).toBe('Note: card 411111xxxxxx1111\n')
  expect(requestLines(numbered)).toBe('Note: card 411111xxxxxx1111\n')
  expect(requestLines(['Note', 'a'])).toBe('Note: a\n')
  expect(requestLines(['Note', 'a'])).toBe('Note: a\n')
  expect(requestLines(['Note', 'b'])).toBe('Note: b\n')
})
