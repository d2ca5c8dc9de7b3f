import { expect, test } from 'vitest'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

function stripOf(text: string) {
  const [all = '', tone = ''] = /<section class="strip (\w+)".*?<\/section>/s.exec(text) ?? []
  return { tone, words: wordsOf(all) }
}

const undecided = cents(9_900_503)

test('payments are not green while the run has findings from before a reset', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const client = new PageClient(sandbox.url)
  for (const reference of ['a', 'b', 'c']) {
    await gateway.purchase({ ...undecided, 'transaction.reference': reference })
  }
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
  const empty = await client.get('/_sandbox')
  expect(wordsOf(empty.text)).toContain('The whole run: UNSAFE: 3 unresolved')
  await gateway.purchase(cents(100))
  const { text } = await client.get('/_sandbox')
  expect(stripOf(text)).toEqual({
    tone: 'bad',
    words:
      '1 payment , AUD 1.00 charged World default, since its last reset. The whole run: UNSAFE: 3 unresolved',
  })
  expect(text).toContain('<a href="/_sandbox/report">UNSAFE: 3 unresolved</a>')
})

test('payments are not green while one of them has a warning', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.unheard_of': 1 })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox')
  const { headline, counts } = sandbox.running.report()
  expect(counts).toMatchObject({ error: 0, warning: 1 })
  expect(stripOf(text)).toEqual({
    tone: 'warn',
    words: `1 payment , AUD 10.00 charged The whole run: ${headline}`,
  })
})

test('the payments of a world speak of that world, and of its own run', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const blue = new GatewayClient(`${sandbox.url}/w/blue/v1`)
  await new GatewayClient(sandbox.api).purchase()
  await blue.purchase()
  const sum = '1 payment , AUD 10.00 charged'
  expect(stripOf((await client.get('/_sandbox')).text)).toEqual({
    tone: 'good',
    words: `${sum} , nothing wrong so far World default.`,
  })
  await blue.purchase(undecided)
  await fetch(`${sandbox.url}/w/blue/_sandbox/reset`, { method: 'POST' })
  await blue.purchase()
  expect(stripOf((await client.get('/w/blue/_sandbox')).text).words).toBe(
    `${sum} World blue, since its last reset. The whole run of this world: UNSAFE: 1 unresolved`,
  )
  expect(stripOf((await client.get('/_sandbox')).text)).toMatchObject({ tone: 'bad' })
})

test('the charts of a report say which requests they show', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const client = new PageClient(sandbox.url)
  await gateway.purchase(undecided)
  const first = wordsOf((await client.get('/_sandbox/report')).text)
  expect(first).toContain('Outcomes over time 1 request')
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
  for (const _ of [1, 2]) await gateway.purchase()
  const words = wordsOf((await client.get('/_sandbox/report')).text)
  expect(words).toContain('Outcomes over time World default, since its last reset, 2 requests')
  expect(words).toContain('Durations World default, since its last reset, 2 requests')
})
