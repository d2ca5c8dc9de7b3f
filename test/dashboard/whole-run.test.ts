import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
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
  expect(text).toMatch(/Unsafe: customers paid/)
  const rows = [...text.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].map(([row]) => row)
  const names = rows.flatMap((row) => /\bworld (twice|unresolved)\b/.exec(row)?.[1] ?? [])
  expect(names).toEqual(['twice', 'unresolved'])
})

/** The box with the verdict, in words. */
function verdictIn(text: string): string {
  return wordsOf(/<section class="strip.*?<\/section>/s.exec(text)?.[0] ?? '')
}

test('the home page says of which part of the run it tells, where there is more than it shows', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const home = async () => (await pages.get('/_sandbox')).text
  const pay = (api: string) => new GatewayClient(api).purchase()
  await pay(sandbox.api)
  const alone =
    'Untested: no response was lost 1 payment , AUD 10.00 charged Lose the next response'
  expect(verdictIn(await home())).toBe(alone)
  expect(await home()).not.toMatch(/<title>●|class="alarm"/)
  await pay(`${sandbox.url}/w/blue/v1`)
  expect(verdictIn(await home())).toBe(
    'Untested: no response was lost 2 payments , AUD 20.00 charged Lose the next response',
  )
  await new ControlClient(sandbox.url, 'blue').post('/reset')
  await pay(`${sandbox.url}/w/blue/v1`)
  const blue = await pages.get('/w/blue/_sandbox')
  expect(verdictIn(blue.text)).toBe(
    alone.replace('1 payment', 'World blue, since its last reset: 1 payment'),
  )
})

test('the home page lists the payments of all worlds and tests, bad ones first', async () => {
  await using sandbox = await startTestSandbox()
  const pay = (api: string, reference: string) =>
    new GatewayClient(api).purchase({ 'transaction.reference': reference })
  await lose(sandbox.url, 'twice', true)
  await new ControlClient(sandbox.url, 'twice').post('/reset')
  await pay(sandbox.api, 'good-1')
  await pay(`${sandbox.url}/w/twice/v1`, 'good-2')
  const { text } = await new PageClient(sandbox.url).get('/_sandbox')
  const rows = [...text.matchAll(/<li id="payment-([\w-]+)"/g)]
  expect(rows.map(([, id]) => id)).toEqual(['twice-1-1', 'twice-2-1', 'default-1-1'])
  expect(text).not.toContain('id="first-curl"')
  const list = wordsOf(/<ol class="payments.*?<\/ol>/s.exec(text)?.[0] ?? '')
  expect(list).toMatch(
    /order 1 world twice .* good-2 world twice, reset 1 .* good-1 world default /,
  )
})
