import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { Sessions } from '../../../src/http/pages/sign-in.ts'

/** A request of a browser that sends this cookie back. */
function visit(setCookie = ''): IncomingMessage {
  const [cookie = ''] = setCookie.split(';')
  return { headers: { cookie }, socket: { localPort: 4010 } } as unknown as IncomingMessage
}

function signedIn(sessions: Sessions): string {
  const cookie = sessions.begin('sesame', visit())
  if (cookie === undefined) throw new Error('The token is not taken')
  return cookie
}

test('a browser is signed in for twelve hours', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const sessions = new Sessions('sesame')
    const cookie = signedIn(sessions)
    expect(sessions.has(visit(cookie))).toBe(true)
    vi.advanceTimersByTime(12 * 60 * 60 * 1000 - 1)
    expect(sessions.has(visit(cookie))).toBe(true)
    vi.advanceTimersByTime(1)
    expect(sessions.has(visit(cookie))).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a hundred browsers are signed in at once; then the first has to sign in again', () => {
  const sessions = new Sessions('sesame')
  const cookies = Array.from({ length: 100 }, () => signedIn(sessions))
  expect(cookies.every((cookie) => sessions.has(visit(cookie)))).toBe(true)
  const last = signedIn(sessions)
  const seen = [...cookies, last].map((cookie) => sessions.has(visit(cookie)))
  expect(seen).toEqual([false, ...Array.from({ length: 100 }, () => true)])
})

test('without a token everybody is in, and nobody needs to sign in', () => {
  const sessions = new Sessions(undefined)
  expect(sessions.has(visit())).toBe(true)
  expect(sessions.begin('', visit())).toBeUndefined()
})
