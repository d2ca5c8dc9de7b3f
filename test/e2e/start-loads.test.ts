import { expect, test } from 'vitest'
import { BinaryProcess, binary } from '../support/binary.ts'
import { paidBody } from '../support/gateway-client.ts'
import { rawAnswers } from '../support/raw-http.ts'

const preload = new URL('../support/loaded-modules.mjs', import.meta.url).href

test('neither a start nor a payment loads what Node has of fetch, HTTP/2 and TLS', async () => {
  const options = ['start', '--port', '0', '--memory', '--json']
  const program = [process.execPath, '--import', preload, binary] as const
  await using running = new BinaryProcess(options, {}, program)
  const { url } = JSON.parse(await running.printing(/^{.*}$/m)) as { url: string }
  const body = JSON.stringify(paidBody())
  const request = [
    'POST /v1/transactions/purchase HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Correlation-Id: first',
    'Connection: close',
  ]
  const answer = await rawAnswers(new URL(url).port, `${request.join('\r\n')}\r\n\r\n${body}`)
  expect(answer).toContain('"approved"')
  const { stderr } = await running.interrupt()
  const loaded = JSON.parse(/^loaded (.*)$/m.exec(stderr)?.[1] ?? '[]') as string[]
  expect(loaded).toContain('http')
  for (const name of ['internal/deps/undici/undici', 'http2', 'https', 'tls']) {
    expect(loaded).not.toContain(name)
  }
})
