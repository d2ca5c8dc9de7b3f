import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readScenario } from '../../src/scenario/reading/read.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient, paidBody } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const pages = await Promise.all(
  ['guides/scenarios.md', 'reference/scenario-file.md'].map((name) =>
    readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8'),
  ),
)
const files = [...pages.join('\n').matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => ({
  name: String(/^name: (.*)$/m.exec(text)?.[1]),
  text,
}))

async function open(text: string) {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  expect((await control.post('/scenarios', parse(text))).status).toBe(200)
  const gateway = new GatewayClient(sandbox.api)
  /** Takes whatever comes back, JSON or not. */
  const status = async (reference: string, id: string) => {
    const body = JSON.stringify(paidBody({ 'transaction.reference': reference }))
    const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': id }
    const url = `${sandbox.api}/transactions/purchase`
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    return answer?.status ?? 'reset'
  }
  return { sandbox, control, gateway, status, [Symbol.asyncDispose]: () => sandbox.stop() }
}

type Opened = Awaited<ReturnType<typeof open>>

/** What the page says of each of its files. */
const players: Readonly<Record<string, (shop: Opened) => Promise<void>>> = {
  async 'checkout-trouble'({ gateway }) {
    const seen: unknown[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const { status, body } = await gateway.purchase(cents(60_000))
      seen.push(status === 200 ? body.status.acquirer.response_code : status)
    }
    expect(seen).toEqual([503, 503, '51', '00'])
  },

  async 'every-third-lost'({ status, sandbox }) {
    const seen = [await status('a', 'c-1'), await status('b', 'c-2'), await status('c', 'c-3')]
    expect(seen).toEqual([200, 200, 502])
    expect(sandbox.world.records.transaction(1_000_003)?.status).toBe('approved')
  },

  async 'order-trouble'({ status, control }) {
    expect([await status('a', 'c-1'), await status('a', 'c-2')]).toEqual(['reset', 200])
    expect(await status('b', 'c-3')).toBe('reset')
    await control.put('/clock', { now: '2026-03-10T12:00:00Z' })
    expect(await status('a', 'c-4')).toBe(503)
  },

  async shaky({ gateway, sandbox }) {
    const codes = new Set<string>()
    for (let turn = 0; turn < 30; turn += 1) {
      codes.add((await gateway.purchase()).body.status.acquirer.response_code)
    }
    expect(codes).toEqual(new Set(['00', '05', '51']))
    const { audit } = (await gateway.purchase({ 'transaction.reference': 'order 7' })).body
    const slow = await gateway.lookup(audit)
    expect(slow.headers['x-sandbox-rule']).toBe('shaky/slow lookups of order 7')
    expect(sandbox.logs).toEqual([])
  },

  async 'late-trouble'({ gateway, control, sandbox }) {
    const rent = byDirectDebit({ 'transaction.reference': 'RENT-7' })
    const { headers, body } = await gateway.purchase(rent)
    expect(headers['x-sandbox-rule']).toBe('late-trouble/returned late, late-trouble/newer gateway')
    expect(body).toHaveProperty('risk_assessment')
    await control.post('/clock/advance', { by: '30d' })
    expect(sandbox.world.records.transaction(body.audit)).toMatchObject({
      status: 'declined',
      responseCode: '6',
    })
  },

  async 'short-outage'({ status, control }) {
    expect(await status('a', 'c-1')).toBe(503)
    await control.post('/clock/advance', { by: '29s' })
    expect(await status('a', 'c-2')).toBe(503)
    await control.post('/clock/advance', { by: '1s' })
    expect(await status('a', 'c-3')).toBe(200)
  },
  async 'three-strikes-mine'({ status, gateway }) {
    const order = { 'transaction.reference': 'S-1' }
    expect((await gateway.purchase(order)).body.status.acquirer.response_code).toBe('51')
    expect(await status('S-1', 's-2')).toBe('reset')
    expect((await gateway.purchase(order)).body.status.transaction_status_code).toBe('unknown')
    expect((await gateway.purchase(order)).body.status.acquirer.response_code).toBe('00')
    expect((await gateway.purchase()).body.status.acquirer.response_code).toBe('51')
  },
}

test('every file of the page is played here', () => {
  expect(files.map(({ name }) => name)).toEqual(Object.keys(players))
})

test.each(files)('$name has no fault, and does what the page says', async ({ name, text }) => {
  const { errors, warnings } = await readScenario(text, 'scenarios.md')
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  await using shop = await open(text)
  await players[name]?.(shop)
})
