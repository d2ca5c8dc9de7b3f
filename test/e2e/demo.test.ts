import { expect, test } from 'vitest'
import { runBinary } from '../support/binary.ts'
import { Command } from '../support/command.ts'

test('the demo convicts the naive shop, and acquits the careful one', async () => {
  // Without a terminal it ends as with --exit.
  const { code, stdout } = await runBinary(['demo', '--json'])
  const { shops } = JSON.parse(stdout)
  const facts = shops.map(({ shop, verdict, believes }: Record<string, string>) => [
    shop,
    verdict,
    believes,
  ])
  expect(facts).toEqual([
    ['naive', 'unsafe', 'paid'],
    ['sloppy', 'unsafe', 'failed'],
    ['careful', 'safe', 'paid'],
  ])
  const codes = (index: number): readonly string[] =>
    shops[index].findings.map((one: { readonly code: string }) => one.code)
  expect(codes(0)).toContain('double-charge')
  expect(codes(1)).toContain('unresolved')
  expect(code).toBe(0)
})

test('the shops of the demo have ended, so nothing of theirs is waited for', async () => {
  const terminal = { isTTY: true, columns: 200, getColorDepth: () => 1 } as const
  await using demo = new Command(['demo'], { terminal })
  const [, dashboard = ''] = (await demo.printing(/dashboard: (\S+)/)).split(': ')
  const texts = ['/_sandbox', '/_sandbox/report', '/w/sloppy/_sandbox'].map(async (path) => {
    const page = await fetch(new URL(path, dashboard), { headers: { accept: 'text/html' } })
    return await page.text()
  })
  for (const text of await Promise.all(texts)) {
    expect(text).toContain('unresolved')
    expect(text).not.toMatch(/waiting for your client|>Waiting/)
  }
})

test('it shows the double charge step by step, and leaves the dashboard open', async () => {
  const terminal = { isTTY: true, columns: 200, getColorDepth: () => 1 } as const
  await using demo = new Command(['demo'], { terminal })
  const [, dashboard = ''] = (await demo.printing(/dashboard: (\S+)/)).split(': ')
  const { stdout } = demo.printed
  expect(stdout).toContain('Charged twice: AUD 99.90 for an order of AUD 49.95.')
  const [, played = ''] = /See the double charge happen: (\S+)#play/.exec(stdout) ?? []
  const payment = await fetch(played, { headers: { accept: 'text/html' } })
  expect(await payment.text()).toContain('Charged twice')
  const page = await fetch(dashboard, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('charged twice')
  const naive = (await demo.printing(/naive +http\S+/)).split(/ +/)[1] ?? ''
  const ofShop = await fetch(naive, { headers: { accept: 'text/html' } })
  expect(await ofShop.text()).toContain('double charge')
  expect((await demo.interrupt()).code).toBe(0)
})
