import { expect, test } from 'vitest'
import { existing } from '../../../src/gateway/world/transaction-moves.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

test('what is slow is reported as undecided, and again when its bank has decided', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const { audit } = (await gateway.purchase()).body
  await control.post('/rules', { when: { operation: 'void' }, outcome: { delay: '200ms' } })
  const watch = await control.watch()
  await gateway.void(audit)
  await watch.until('request')
  expect(watch.told.slice(0, 4)).toEqual([
    { event: 'transaction', data: { audit: audit + 1, status: 'unknown' } },
    { event: 'transaction', data: { audit, status: 'approved' } },
    { event: 'transaction', data: { audit: audit + 1, status: 'approved' } },
    { event: 'transaction', data: { audit, status: 'voided' } },
  ])
  watch.leave()
})

test('a watcher hears of requests, transactions, the clock and scenarios, in order', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const watch = await control.watch()
  await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  await control.post('/clock/advance', { by: '3d' })
  await control.post('/scenarios', { name: 'drift' })
  await watch.until('scenario')
  const [opened, request, cleared, clock, scenario, ...more] = watch.told
  expect(opened).toEqual({ event: 'transaction', data: { audit: 1000001, status: 'pending' } })
  expect(request).toMatchObject({
    event: 'request',
    data: { id: 1, operation: 'purchase', audit: 1000001, response: { status: 200 } },
  })
  expect(cleared).toEqual({ event: 'transaction', data: { audit: 1000001, status: 'approved' } })
  expect(clock).toEqual({
    event: 'clock',
    data: {
      now: '2026-03-13T01:00:00.000Z',
      mode: 'frozen',
      fired: [
        {
          at: '2026-03-12T22:00:00.000Z',
          event: 'cleared',
          audit: 1000001,
          reference: 'order 1',
          total: 1000,
          currency: 'AUD',
          from: 'pending',
          to: 'approved',
        },
      ],
    },
  })
  expect(scenario).toEqual({ event: 'scenario', data: { scenarios: ['drift', 'default'] } })
  expect(more).toEqual([])
  watch.leave()
})

test('events are numbered from 1 for each watcher', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await gateway.lookup(1)
  const { body } = await fetch(`${sandbox.url}/_sandbox/events`)
  await gateway.lookup(1)
  await gateway.lookup(1)
  await control.post('/scenarios', { name: 'drift' })
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.includes('event: scenario')) break
  }
  expect(text.split('\n').filter((line) => /^(?:id|event|:)/.test(line))).toEqual([
    ': watching',
    ...['id: 1', 'event: request', 'id: 2', 'event: request'],
    ...['id: 3', 'event: scenario'],
  ])
})

test('whoever asks for the head of the stream watches nothing', async () => {
  await using sandbox = await startTestSandbox()
  const { status, headers } = await fetch(`${sandbox.url}/_sandbox/events`, { method: 'HEAD' })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(sandbox.world.events.isWatched).toBe(false)
})

test('a watcher sees only its own world, and its stream ends with that world', async () => {
  await using sandbox = await startTestSandbox()
  const blue = new ControlClient(sandbox.url, 'blue')
  const watch = await blue.watch()
  await new GatewayClient(sandbox.api).purchase()
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase()
  await watch.until('request')
  expect(watch.told.map(({ event }) => event)).toEqual(['transaction', 'request'])
  await new ControlClient(sandbox.url).delete('/worlds/blue')
  await watch.ended
})

test('streams end in good order when the server stops, and do not hold it up', async () => {
  const sandbox = await startTestSandbox()
  const watch = await new ControlClient(sandbox.url).watch()
  await Promise.all([sandbox.stop(), watch.ended])
})

test('a watcher that leaves is forgotten', async () => {
  await using sandbox = await startTestSandbox()
  const watch = await new ControlClient(sandbox.url).watch()
  expect(sandbox.world.events.isWatched).toBe(true)
  watch.leave()
  await expect.poll(() => sandbox.world.events.isWatched).toBe(false)
})

test('while nobody calls, what is scheduled in a running world happens by itself', async () => {
  await using sandbox = await startTestSandbox({ clock: undefined })
  const control = new ControlClient(sandbox.url)
  await control.post('/rules', {
    name: 'soon',
    outcome: { status: 'unknown', resolves: { after: '50ms', status: 'approved' } },
  })
  const watch = await control.watch()
  const { body } = await new GatewayClient(sandbox.api).purchase()
  expect(body.status.transaction_status_code).toBe('unknown')
  const { fired } = await watch.until('clock')
  expect(fired).toMatchObject([
    { event: 'resolved', audit: 1000001, from: 'unknown', to: 'approved' },
  ])
  const { createdAt, moves } = existing(sandbox.world, 1000001)
  expect((moves?.[0]?.at ?? 0) - createdAt).toBe(50)
  watch.leave()
})

test('a frozen world that is resumed wakes up for what is scheduled', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(byDirectDebit())
  const next = Date.parse('2026-03-12T22:00:00Z')
  await control.post('/clock/advance', { to: new Date(next - 50).toISOString() })
  const watch = await control.watch()
  await control.put('/clock', { mode: 'running' })
  const { fired } = await watch.until('clock', (clock) => clock.fired.length > 0)
  expect(fired).toMatchObject([{ at: '2026-03-12T22:00:00.000Z', event: 'cleared' }])
  watch.leave()
})
