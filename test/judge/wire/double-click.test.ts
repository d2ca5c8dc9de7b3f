import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import { recordedRun } from '../../runtime/run-file/recorded-run.ts'
import { ControlClient } from '../../support/control-client.ts'
import { paidBody } from '../../support/gateway-client.ts'
import type { TestSandbox } from '../../support/start.ts'
import { Judged } from './judged.ts'

async function connected({ url }: TestSandbox): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends a purchase at once; resolves with the beginning of its answer. */
async function pay(socket: Socket, id: string): Promise<string> {
  const body = JSON.stringify(paidBody())
  const head = [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `X-Correlation-Id: ${id}`,
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return String(bytes).slice(0, 12)
}

async function doubleClick(sandbox: TestSandbox): Promise<void> {
  const [one, other] = [await connected(sandbox), await connected(sandbox)]
  const answers = await Promise.all([pay(one, 'a'), pay(other, 'b')])
  expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  for (const socket of [one, other]) socket.destroy()
}

test('a double click is reported, although no rule delays a response, and in the opened run too', async () => {
  let live: ReportResponse | undefined
  const run = await recordedRun(async (sandbox) => {
    await doubleClick(sandbox)
    live = (await new ControlClient(sandbox.url).get<ReportResponse>('/report')).body
  })
  expect(live?.findings.map(({ code }) => code)).toEqual(['charged-at-once'])
  expect(run.report.findings.map(({ code }) => code)).toEqual(['charged-at-once'])
})

test('payments one after the other are not told, however fast they come', async () => {
  await using judged = await Judged.start()
  const kept = await connected(judged.sandbox)
  for (let n = 0; n < 200; n += 1) await pay(kept, `kept-${n}`)
  kept.destroy()
  const pool = await Promise.all(Array.from({ length: 8 }, () => connected(judged.sandbox)))
  for (let n = 0; n < 200; n += 1) await pay(pool[n % pool.length] as Socket, `pool-${n}`)
  for (const socket of pool) socket.destroy()
  for (let n = 0; n < 50; n += 1) {
    const socket = await connected(judged.sandbox)
    await pay(socket, `new-${n}`)
    socket.destroy()
  }
  expect(await judged.codes()).toEqual([])
})
