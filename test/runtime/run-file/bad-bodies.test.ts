import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { GatewayClient, paidBody } from '../../support/gateway-client.ts'
import type { TestSandbox } from '../../support/start.ts'
import { recordedRun } from './recorded-run.ts'

const json = JSON.stringify(paidBody())

/** Sends the head of a purchase and these bytes as they are; hangs up once there is an answer, or at once. */
async function send(
  { url, world }: TestSandbox,
  headers: readonly string[],
  body: string,
  hangUp: boolean,
): Promise<string> {
  const { host, hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = ['POST /v1/transactions/purchase HTTP/1.1', `Host: ${host}`, ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.on('error', () => undefined)
  const answer = hangUp ? '' : String((await once(socket, 'data'))[0])
  socket[hangUp ? 'end' : 'destroy']()
  await expect.poll(() => world.history.entries().length).toBeGreaterThan(0)
  return answer
}

const type = 'Content-Type: application/json'
const chunk = `ffff\r\n${' '.repeat(65_535)}\r\n`

test.each([
  ['a length that is far too great', ['Content-Length: 600000000'], json, 413],
  ['chunks that are too many', ['Transfer-Encoding: chunked'], chunk.repeat(3), 413],
  ['a chunk of no length', ['Transfer-Encoding: chunked'], '5\r\n{"a":\r\nzz\r\n', 400],
  ['chunks that are cut off', ['Transfer-Encoding: chunked'], '5\r\n{"a":\r\n', undefined],
  ['a body that is cut off', [`Content-Length: ${json.length}`], json.slice(0, 50), undefined],
])(
  '%s is in the run file, and does not hide what came after it',
  async (_what, headers, body, status) => {
    const run = await recordedRun(async (sandbox) => {
      const answer = await send(sandbox, [type, ...headers], body, status === undefined)
      expect(answer.slice(9, 12)).toBe(status === undefined ? '' : String(status))
      expect((await new GatewayClient(sandbox.api).purchase()).status).toBe(200)
    })
    expect(run.requests).toHaveLength(2)
    expect(run.logs).toEqual([])
    expect(run.report.requests).toBe(2)
  },
)
