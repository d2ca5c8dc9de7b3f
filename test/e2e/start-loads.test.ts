import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'
import { paidBody } from '../support/gateway-client.ts'
import { rawAnswers } from '../support/raw-http.ts'

const preload = fileURLToPath(new URL('../support/loaded-modules.cjs', import.meta.url))

/** Each would take a start more than a hundredth of its time. */
const unneeded = [
  'internal/deps/undici/undici',
  'http2',
  'https',
  'tls',
  'perf_hooks',
  'internal/fs/promises',
]

test('neither a start in a new data folder nor a payment loads parts of Node that they do not need', async () => {
  await using folder = await scratchFolder()
  const options = ['start', '--port', '0', '--data', folder.at('data'), '--json']
  const program = [process.execPath, '--require', preload, binary] as const
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
  expect(loaded.filter((name) => unneeded.includes(name))).toEqual([])
})
