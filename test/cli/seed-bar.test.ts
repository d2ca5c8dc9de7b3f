import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'

const before = { worlds: [{ name: 'default', customers: 0, tokens: 0, transactions: 0 }] }
const made = { seed: 1, customers: 10, tokens: 0, transactions: 0 }

test('a late response about how far the seeding is draws nothing behind its result', async () => {
  let questions = 0
  const slow = createServer(({ method }, response) => {
    response.setHeader('X-Sandbox-Version', '0')
    const answerAfter = (milliseconds: number, answer: object) =>
      setTimeout(() => response.end(JSON.stringify(answer)), milliseconds)
    if (method === 'POST') return answerAfter(500, made)
    questions += 1
    return answerAfter(questions === 2 ? 900 : 0, before)
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const env = { SANDGATE_URL: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` }
  const terminal = { isTTY: true, columns: 80 } as const
  const ended = await sandgate(['seed', '--customers', '10'], { env, terminal })
  slow.closeAllConnections()
  slow.close()
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Made 10 customers') })
  expect(stripVTControlCharacters(ended.stderr)).toMatch(/^\rSeeding \[-+\] 0%\r$/)
  expect(questions).toBe(2)
})
