import { getEventListeners, once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { ControlParts } from '../../../src/http/control/parts.ts'
import { tellPulses } from '../../../src/http/pages/live.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

/** What a page is told, one message after the other. */
async function* messages(url: string): AsyncGenerator<Record<string, string | null>> {
  const { body } = await fetch(url)
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    yield JSON.parse(text.replace('data: ', ''))
  }
}

test('pages are told which worlds changed, and which are gone', async () => {
  await using sandbox = await startTestSandbox()
  const told = messages(`${sandbox.url}/_sandbox/live`)
  const next = async () => (await told.next()).value
  expect(await next()).toEqual({ default: expect.any(String) })
  await new GatewayClient(`${sandbox.url}/w/side/v1`).purchase()
  expect(await next()).toEqual({ side: expect.any(String) })
  await new ControlClient(sandbox.url).delete('/worlds/side')
  let last = await next()
  // It may have changed once more before it was gone.
  while (last?.side !== null) last = await next()
  expect(last).toEqual({ side: null })
  await told.return(undefined)
})

/** A page that is told of worlds whose pulses a test sets, on a server that a test stops. */
async function watched(pulses: Record<string, string>) {
  const stopping = new AbortController()
  const list = () => Object.entries(pulses).map(([name, pulse]) => ({ name, events: { pulse } }))
  const parts = { worlds: { list }, stopping: stopping.signal } as unknown as ControlParts
  const server = createServer((_incoming, outgoing) => tellPulses(parts, outgoing))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const asked = get({ host: '127.0.0.1', port, agent: false })
    const [page] = (await once(asked, 'response')) as [IncomingMessage]
    let text = ''
    page.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    return { page, leave: () => asked.destroy(), text: () => text }
  }
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { stopping, open, [Symbol.dispose]: stop }
}

test('a page hears of all worlds at once, then only of changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const pulses: Record<string, string> = { default: '1' }
    using server = await watched(pulses)
    const { page, text, leave } = await server.open()
    expect(page.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const all = 'data: {"default":"1"}\n\n'
    await vi.waitFor(() => expect(text()).toBe(all))
    vi.advanceTimersByTime(1000)
    pulses.default = '2'
    vi.advanceTimersByTime(250)
    await vi.waitFor(() => expect(text()).toBe(`${all}data: {"default":"2"}\n\n`))
    expect(vi.getTimerCount()).toBe(1)
    leave()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  } finally {
    vi.useRealTimers()
  }
})

test('a server that stops ends what it tells, and a page that left is not remembered', async () => {
  using server = await watched({ default: '1' })
  const { signal } = server.stopping
  const left = await server.open()
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  left.leave()
  await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toHaveLength(0))
  const open = await server.open()
  server.stopping.abort()
  await once(open.page, 'end')
  const late = await server.open()
  await once(late.page, 'end')
  expect(late.text()).toBe('data: {"default":"1"}\n\n')
})
