import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** A client whose first answer is lost, and which then pays again or gives up. */
async function lose(url: string, world: string, paysAgain: boolean): Promise<void> {
  const rule = {
    name: 'lost',
    when: { operation: 'purchase' },
    times: 1,
    outcome: { fault: { at: 'after', http: 502 } },
  }
  await new ControlClient(url, world).post('/rules', rule)
  const client = new GatewayClient(`${url}/w/${world}/v1`)
  await client.purchase()
  if (paysAgain) await client.purchase()
}

test('the home of an empty world is red where the run charged twice, and lists that test first', async () => {
  await using sandbox = await startTestSandbox()
  await lose(sandbox.url, 'twice', true)
  await lose(sandbox.url, 'unresolved', false)
  const { text } = await new PageClient(sandbox.url).get('/_sandbox')
  expect(text).toContain('<section class="strip bad" aria-label="Verdict" id="verdict">')
  expect(text).toMatch(/The whole run:.*UNSAFE: 1 double charge/s)
  const rows = [...text.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].map(([row]) => row)
  const names = rows.flatMap((row) => /\b(twice|unresolved) 1\b/.exec(row)?.[1] ?? [])
  expect(names).toEqual(['twice', 'unresolved'])
})

test('it warns in its title where the run refunded twice', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const client = new GatewayClient(sandbox.api)
  const { audit = 0 } = (await client.purchase()).body
  const fault = { at: 'after', http: 502 }
  await control.post('/rules', { when: { operation: 'refund' }, times: 1, outcome: { fault } })
  for (const _ of [1, 2]) await client.refund(audit, cents(100))
  await control.post('/reset')
  const { text } = await new PageClient(sandbox.url).get('/_sandbox')
  expect(text).toContain('<title>● ')
})
