import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const window = [{ when: { weekday: 'fri', from: '22:00', until: '06:00' } }]
const night = [
  { when: { weekday: 'fri', from: '22:00' } },
  { when: { weekday: 'sat', until: '06:00' } },
]

test.each([
  ['a window over midnight', window, '2026-03-13T02:00+11:00', 'declined'],
  ['a window over midnight', window, '2026-03-13T23:00+11:00', 'declined'],
  ['a window over midnight', window, '2026-03-14T02:00+11:00', 'approved'],
  ['two rules', night, '2026-03-13T02:00+11:00', 'approved'],
  ['two rules', night, '2026-03-13T23:00+11:00', 'declined'],
  ['two rules', night, '2026-03-14T02:00+11:00', 'declined'],
])('Friday with %s: %j at %s: %s', async (_name, rules, at, status) => {
  await using sandbox = await startTestSandbox({ clock: Date.parse(at) })
  const control = new ControlClient(sandbox.url)
  for (const rule of rules)
    await control.post('/rules', { ...rule, outcome: { response_code: '51' } })
  const { body } = await new GatewayClient(sandbox.api).purchase()
  expect(body.status.transaction_status_code).toBe(status)
})
