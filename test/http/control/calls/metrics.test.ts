import parsePrometheus from 'parse-prometheus-text-format'
import { expect, test, vi } from 'vitest'
import { PATIENCE } from '../../../support/attempt.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { cents, GatewayClient, newId } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { VaultClient } from '../../../support/vault-client.ts'

async function metricsOf(url: string) {
  const response = await fetch(`${url}/_sandbox/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const metrics = parsePrometheus(await response.text())
  return new Map(metrics.map(({ name, metrics }) => [name, metrics]))
}

test('a run is counted in the text format of Prometheus', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(cents(1000))
  await gateway.purchase(cents(1000051))
  await gateway.purchase(cents(9900503))
  await gateway.search(newId())
  await new ControlClient(sandbox.url).post('/reset', {})
  const metrics = await metricsOf(sandbox.url)
  expect(metrics.get('sandgate_requests_total')).toEqual([
    { value: '1', labels: { operation: 'purchase', outcome: 'approved' } },
    { value: '1', labels: { operation: 'purchase', outcome: 'declined' } },
    { value: '1', labels: { operation: 'purchase', outcome: 'failed' } },
    { value: '1', labels: { operation: 'search', outcome: 'answered' } },
  ])
  expect(metrics.get('sandgate_faults_total')).toEqual([{ value: '1', labels: { at: 'before' } }])
  expect(metrics.get('sandgate_findings_total')).toContainEqual({
    value: '1',
    labels: { code: 'unresolved' },
  })
  expect(metrics.get('sandgate_worlds')).toEqual([{ value: '1' }])
  expect(metrics.get('sandgate_rows')?.[0]).toEqual({
    value: '0',
    labels: { table: 'transactions' },
  })
})

test('the delay of the event loop is measured between two scrapes, in seconds', async () => {
  await using sandbox = await startTestSandbox()
  const longest = async () => {
    const delays = (await metricsOf(sandbox.url)).get('sandgate_event_loop_delay_seconds')
    return Number(delays?.find(({ labels }) => labels?.quantile === '1')?.value)
  }
  await longest()
  const measured = await vi.waitFor(
    async () => {
      const seconds = await longest()
      expect(seconds).toBeGreaterThan(0.001)
      return seconds
      // A scrape begins the next measurement, which takes two ticks of 20 ms.
    },
    { ...PATIENCE, interval: 250 },
  )
  expect(measured).toBeLessThan(100)
})

test('the rows of all open worlds are counted together', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase()
  await gateway.purchase()
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase()
  await new VaultClient(sandbox.api).createCustomer()
  const rows = (await metricsOf(sandbox.url)).get('sandgate_rows')
  expect(rows?.map(({ value, labels }) => `${labels?.table} ${value}`)).toEqual([
    'transactions 3',
    'customers 1',
    'tokens 0',
  ])
})

test('it needs the control token, where there is one', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'secret-token' })
  expect((await fetch(`${sandbox.url}/_sandbox/metrics`)).status).toBe(401)
})
