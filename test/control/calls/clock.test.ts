import { describe, expect, test } from 'vitest'
import type {
  AdvanceResponse,
  ClockResponse,
  UpcomingResponse,
} from '../../../src/control/contract/calls/clock.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { make } from '../../support/bare-world.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin(settings: Parameters<typeof startTestSandbox>[0] = {}) {
  const sandbox = await startTestSandbox(settings)
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  return { control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

test('the clock says its time and whether it runs', async () => {
  await using sandbox = await begin()
  const { status, body } = await sandbox.control.get('/clock')
  expect({ status, body }).toEqual({
    status: 200,
    body: { now: '2026-03-10T01:00:00.000Z', mode: 'frozen' },
  })
})

describe('time passes by', () => {
  test.each([
    ['90s', '2026-03-10T01:01:30.000Z'],
    ['2 banking days', '2026-03-12T01:00:00.000Z'],
    ['5 banking days', '2026-03-17T01:00:00.000Z'],
  ])('%s', async (by, now) => {
    await using sandbox = await begin()
    const { status, body } = await sandbox.control.post('/clock/advance', { by })
    expect({ status, body }).toEqual({ status: 200, body: { now, fired: [] } })
  })
})

function paid(audit: number, total: number) {
  return { audit, reference: 'order 1', total, currency: 'AUD' }
}

test('an advance lists what happened on the way, and the gateway knows it', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  await gateway.purchase(byDirectDebit())
  await gateway.purchase({ ...byDirectDebit(), ...cents(2_000_004) })
  await gateway.preauthorise()
  await gateway.purchase(cents(9_700_099))
  const next = await control.get<UpcomingResponse>('/clock/upcoming')
  const expected = [
    { at: '2026-03-10T01:00:30.000Z', event: 'resolved', ...paid(1000004, 9700099) },
    { at: '2026-03-11T22:00:00.000Z', event: 'returned', ...paid(1000002, 2000004) },
    { at: '2026-03-12T22:00:00.000Z', event: 'cleared', ...paid(1000001, 1000) },
    { at: '2026-03-17T01:00:00.000Z', event: 'preauthorisation_expired', ...paid(1000003, 1000) },
  ]
  expect(next.body).toEqual({ scheduled: expected })
  const { body } = await control.post<AdvanceResponse>('/clock/advance', {
    to: '2026-03-17T01:00:00Z',
  })
  expect(body).toEqual({
    now: '2026-03-17T01:00:00.000Z',
    fired: [
      { ...expected[0], from: 'unknown', to: 'approved' },
      { ...expected[1], from: 'pending', to: 'declined' },
      { ...expected[2], from: 'pending', to: 'approved' },
      expected[3],
    ],
  })
  expect((await control.get('/clock/upcoming')).body).toEqual({ scheduled: [] })
  const { status } = (await gateway.lookup(1000002)).body
  expect(status).toMatchObject({
    transaction_status_code: 'declined',
    acquirer: { response_code: '4' },
  })
})

test('the clock is set forward with all that is scheduled, and frozen in the same call', async () => {
  await using sandbox = await begin({ clock: undefined })
  const { control, gateway } = sandbox
  await gateway.purchase(byDirectDebit())
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const { body } = await control.put('/clock', { mode: 'frozen', now: later })
  expect(body).toMatchObject({ now: later, mode: 'frozen', fired: [{ event: 'cleared' }] })
  expect((await control.get('/clock')).body).toEqual({ now: later, mode: 'frozen' })
})

test('a clock that is set and frozen in one call stays exactly there while real time passes', async () => {
  await using sandbox = await begin({ clock: undefined })
  const { control } = sandbox
  const begun = Date.now()
  for (let day = 1; day <= 200; day++) {
    const now = new Date(begun + day * 86_400_000).toISOString()
    const { body } = await control.put('/clock', { mode: 'frozen', now })
    expect(body).toMatchObject({ now, mode: 'frozen' })
    await control.put('/clock', { mode: 'running' })
  }
})

test('a running clock that is advanced runs on from there', async () => {
  await using sandbox = await begin({ clock: undefined })
  const { control } = sandbox
  const before = Date.now()
  const { body } = await control.post<AdvanceResponse>('/clock/advance', { by: '3d' })
  expect(Date.parse(body.now) - before - 3 * 86_400_000).toBeLessThan(10_000)
  expect((await control.get<ClockResponse>('/clock')).body.mode).toBe('running')
})

test.each([
  // 10 March 2026 is a Tuesday; 3 April is Good Friday, 6 April Easter Monday.
  ['2026-03-10T01:00:00Z', 'next banking day', '2026-03-10T13:00:00.000Z'],
  ['2026-03-13T01:00:00Z', 'next banking day', '2026-03-15T13:00:00.000Z'],
  ['2026-04-02T01:00:00Z', 'next banking day', '2026-04-06T14:00:00.000Z'],
  ['2026-03-10T01:00:00Z', '2026-05-01', '2026-04-30T14:00:00.000Z'],
])('from %s, the clock goes to %s', async (start, to, now) => {
  await using sandbox = await begin()
  await sandbox.control.put('/clock', { now: start })
  expect((await sandbox.control.post('/clock/advance', { to })).body).toMatchObject({ now })
})

test('a date sets the clock to its start in Sydney', async () => {
  await using sandbox = await begin()
  const { body } = await sandbox.control.put('/clock', { now: '2026-05-01' })
  expect(body).toMatchObject({ now: '2026-04-30T14:00:00.000Z' })
  const { status } = await sandbox.control.put('/clock', { now: '2026-02-30' })
  expect(status).toBe(422)
})

describe('nonsense is refused with what would be accepted', () => {
  const durations = '500ms, 90s, 15m, 2h, 3d, 1w, 1h30m, "2 banking days"'
  const instants = 'ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, or a date'
  test.each([
    ['POST', '/clock/advance', { by: '3 fortnights' }, 'invalid_format', 'body.by', durations],
    ['POST', '/clock/advance', { by: 3 }, 'invalid_type', 'body.by', durations],
    ['POST', '/clock/advance', { to: 'tomorrow' }, 'invalid_format', 'body.to', instants],
    ['POST', '/clock/advance', {}, 'missing_field', 'body', 'Give by or to'],
    [
      'POST',
      '/clock/advance',
      { by: '1d', to: '2026-03-11T01:00:00Z' },
      'invalid_format',
      'body',
      'not both',
    ],
    ['POST', '/clock/advance', { bye: '1d' }, 'invalid_format', 'body', "Did you mean 'by'?"],
    [
      'POST',
      '/clock/advance',
      { to: '2026-03-10T00:59:59.999Z' },
      'out_of_range',
      'body.to',
      'only moves forward',
    ],
    ['PUT', '/clock', {}, 'missing_field', 'body', 'Give mode or now'],
  ])('%s %s %j', async (method, path, given, code, place, words) => {
    await using sandbox = await begin()
    const { control } = sandbox
    const send = method === 'PUT' ? control.put.bind(control) : control.post.bind(control)
    const { status, body } = await send<ErrorResponse>(path, given)
    expect(status).toBe(422)
    const found = body.errors.map((error) => `${error.error_code} at ${error.location.join('.')}`)
    expect(found).toContain(`${code} at ${place}`)
    expect(body.errors.map(({ error_message }) => error_message).join('\n')).toContain(words)
    expect((await control.get('/clock')).body).toMatchObject({ now: '2026-03-10T01:00:00.000Z' })
  })
})

test('near the end of time, durations that lead beyond it are refused', async () => {
  await using sandbox = await begin({ clock: Date.parse('9998-12-31T00:00:00Z') })
  for (const by of ['1d', '100 banking days', '100w']) {
    const { status, body } = await sandbox.control.post<ErrorResponse>('/clock/advance', { by })
    expect([status, body.errors[0]?.error_code]).toEqual([422, 'out_of_range'])
  }
  expect((await sandbox.gateway.purchase(byDirectDebit())).status).toBe(200)
})

test('at most two hundred scheduled events are listed', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  for (let i = 0; i < 201; i += 1) make(sandbox.world, { bsb: '062-000' })
  const { scheduled } = (await control.get<UpcomingResponse>('/clock/upcoming')).body
  expect([scheduled.length, scheduled[0]?.audit]).toEqual([200, 1_000_001])
  expect((await control.get('/clock/upcoming?limit=201')).status).toBe(422)
})
