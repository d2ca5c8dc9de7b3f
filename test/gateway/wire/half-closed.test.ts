import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import { ControlClient } from '../../support/control-client.ts'
import { call, paidBody } from '../../support/gateway-client.ts'
import { bodiesIn } from '../../support/raw-http.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'

function portOf(url: string): number {
  return Number(new URL(url).port)
}

function purchase(id: string): string {
  const body = JSON.stringify(paidBody())
  return [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Correlation-Id: ${id}`,
    '',
    body,
  ].join('\r\n')
}

/** Sends these bytes, ends its own side and reads on. */
async function answersTo(url: string, bytes: string): Promise<string> {
  const socket = connect({ port: portOf(url), host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.end(bytes)
  await once(socket, 'close')
  return text
}

/** A sandbox that has loaded what its first calls need: it waits only briefly for such clients. */
async function startWarm(): Promise<TestSandbox> {
  const sandbox = await startTestSandbox()
  for (const path of ['', '/transactions/purchase']) {
    await call(sandbox.api + path, { method: path === '' ? 'GET' : 'POST', body: {} })
  }
  return sandbox
}

test('a client that ends its side behind its request gets its response', async () => {
  await using sandbox = await startWarm()
  const [[status, body] = []] = bodiesIn(await answersTo(sandbox.url, purchase('a'))) as [
    [number, object]?,
  ]
  expect(status).toBe(200)
  expect(body).toMatchObject({ audit: 1000001 })
})

test('so does one that has sent several', async () => {
  await using sandbox = await startWarm()
  const text = await answersTo(sandbox.url, purchase('a') + purchase('b') + purchase('c'))
  expect(bodiesIn(text).map((one) => (one as [number])[0])).toEqual([200, 200, 200])
})

test('where a rule takes its time, a client that ends its side has left', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  await control.post('/rules', { name: 'slow', outcome: { delay: '100ms' } })
  const watch = await control.watch()
  // So early that it would have been answered before it counts as gone.
  expect(await answersTo(sandbox.url, purchase('a'))).toBe('')
  const told = await watch.until('request')
  expect(told.response.status).toBeNull()
  watch.leave()
})

test('whoever waits for requests and ends its side is let go', async () => {
  await using sandbox = await startTestSandbox()
  const head = ['POST /_sandbox/requests/wait HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 16']
  const waiting: Socket = connect({ port: portOf(sandbox.url), host: '127.0.0.1' })
  waiting.write([...head, 'Content-Type: application/json', '', '{"timeout":"4m"}'].join('\r\n'))
  await expect.poll(() => sandbox.world.events.isWatched).toBe(true)
  waiting.end()
  await expect.poll(() => sandbox.world.events.isWatched).toBe(false)
})

test('a watcher that ends its side is let go', async () => {
  await using sandbox = await startTestSandbox()
  const get = 'GET /_sandbox/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  const watcher: Socket = connect({ port: portOf(sandbox.url), host: '127.0.0.1' })
  watcher.write(get)
  await once(watcher, 'data')
  expect(sandbox.world.events.isWatched).toBe(true)
  watcher.end()
  await expect.poll(() => sandbox.world.events.isWatched).toBe(false)
})

test('half a request is none', async () => {
  await using sandbox = await startTestSandbox()
  expect(await answersTo(sandbox.url, purchase('a').slice(0, -5))).not.toContain('200 OK')
  expect(sandbox.world.records.size('transactions')).toBe(0)
})

test.each<readonly [string, readonly string[]]>([
  ['alone', []],
  ['before a whole one of the same order', ['whole']],
])('a cut request %s shows no recovery: the run is untested', async (_when, then) => {
  await using sandbox = await startTestSandbox()
  await answersTo(sandbox.url, purchase('cut').slice(0, -20))
  for (const id of then) await answersTo(sandbox.url, purchase(id))
  const { body } = await new ControlClient(sandbox.url).get<ReportResponse>('/report')
  expect([body.verdict, body.findings]).toEqual(['untested', []])
})
