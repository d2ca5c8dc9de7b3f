import { expect } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

browserTest(
  'the first payment is on the first screen at every width, bad ones before good ones of all worlds',
  async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    for (const world of ['w-1', 'w-2', 'w-3', 'w-4']) {
      const gateway = new GatewayClient(`${sandbox.url}/w/${world}/v1`)
      const lost = { ...cents(9_800_000), ...referred(`bad-${world}`) }
      for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
    }
    await control.post('/reset', { label: 'a good test' })
    const gateway = new GatewayClient(sandbox.api)
    for (let i = 0; i < 5; i++) await gateway.purchase(referred(`good-${i}`))
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const first = page.locator('#payments > li').first()
      const box = await first.boundingBox()
      expect([width, (box?.y ?? height) + (box?.height ?? 0) <= height]).toEqual([width, true])
      expect(await first.locator('.verdict').innerText()).toBe('Double charge')
    }
    const names = await page.locator('#payments .reference').allInnerTexts()
    expect(names.slice(0, 4).every((name) => name.startsWith('bad-'))).toBe(true)
    expect(names).toContain('good-4\na good test')
    expect(await page.locator('#tests > .scroll tbody tr').count()).toBe(3)
    expect(await page.getByText('curl ').isVisible()).toBe(false)
  },
)

browserTest(
  'the name of an ended test takes no room from the verdict of its payments',
  async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const gateway = new GatewayClient(sandbox.api)
    await control.post('/reset', {
      label: `a checkout that survives ${'every timeout of '.repeat(9)}it`,
    })
    await gateway.purchase(referred('A-1'))
    await control.post('/reset', { label: 'another test' })
    await gateway.purchase({ ...referred('A-2'), ...cents(9_876_543_200) })
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const areApart = `[...document.querySelectorAll('#payments > li')].every((row) => {
      const when = row.querySelector('.when')
      const words = document.createRange()
      words.selectNodeContents(when)
      const shown = getComputedStyle(when).overflow === 'hidden' ? when : words
      const [verdict, money] = ['.verdict', '.money'].map((name) => row.querySelector(name))
      const places = [shown, verdict, money].map((one) => one.getBoundingClientRect())
      const isWithin = money.scrollWidth <= money.clientWidth
      return isWithin && places[0].right <= places[1].left && places[1].right <= places[2].left
    })`
    // Other days have their dates, which take room.
    for (const by of ['0s', '1d']) {
      await control.post('/clock/advance', { by })
      await page.reload()
      for (const width of [1440, 1024, 768]) {
        await page.setViewportSize({ width, height: 900 })
        const isApart = await page.evaluate(areApart)
        expect({ by, width, isApart }).toEqual({ by, width, isApart: true })
      }
    }
  },
)

browserTest(
  'a long reference moves no column of the list, and takes one line of the requests; ended tests have their time',
  async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const gateway = new GatewayClient(sandbox.api)
    const uuid = '695989df-1c3b-4a07-9e6e-42b8dc0d18a6'
    await control.post('/reset', { label: 'a checkout' })
    await gateway.purchase(referred(uuid))
    await control.post('/reset', { label: 'another test' })
    await gateway.purchase({ ...referred(`order-${uuid}-${uuid}`), ...cents(9_876_543_200) })
    await gateway.purchase(referred('A-3'))
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const columns = `['.when', '.steps', '.verdict', '.money'].map((name) =>
      new Set([...document.querySelectorAll('#payments ' + name)].map((one) =>
        Math.round(one.getBoundingClientRect()[name === '.money' ? 'right' : 'left']))).size)`
    for (const width of [1440, 1024, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(columns)).toEqual([1, 1, 1, 1])
    }
    const ended = page.locator('#payments > li', { hasText: 'a checkout' })
    expect(await ended.locator('.when').innerText()).toMatch(/^\d\d:\d\d:\d\d$/)
    await gateway.purchase(referred(`order-${uuid}`))
    await page.goto(`${sandbox.url}/_sandbox/requests`)
    const whole = page.locator('td.reference', { hasText: uuid }).first()
    expect((await whole.boundingBox())?.height).toBeLessThan(44)
    // Whatever else the table shows, and nothing has to be scrolled.
    await fetch(`${gateway.api}/nowhere/${'and-on-'.repeat(20)}`)
    await gateway.purchase({ ...referred(uuid), ...cents(9_800_503) })
    const state = `(() => {
      const table = document.querySelector('.scroll')
      const ids = [...table.querySelectorAll('td.reference .tight')]
      const lines = new Set(ids.map((one) => one.getClientRects().length))
      return [table.scrollWidth - table.clientWidth, ...lines]
    })()`
    for (const list of ['requests', 'transactions']) {
      await page.goto(`${sandbox.url}/_sandbox/${list}`)
      for (const width of [1440, 1280, 1024, 900, 768, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(state), `${list} at ${width}`).toEqual([0, 1])
      }
    }
  },
)

browserTest(
  'the nearest rule is the one of the time of the request, and a used-up rule is shown as used up',
  async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const gateway = new GatewayClient(sandbox.api)
    const rule = { when: { operation: 'purchase' }, times: 1, outcome: { status: 'declined' } }
    await gateway.purchase(referred('A-0'))
    await control.post('/rules', { name: 'first', ...rule })
    await gateway.purchase(referred('A-1'))
    await gateway.purchase(referred('A-2'))
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox/requests/3`)
    const near = () => page.getByText('used up (1 of 1)').first().innerText()
    const said = await near()
    expect(said).toContain('first')
    await control.post('/rules', { name: 'later', ...rule })
    await page.reload()
    expect(await near()).toBe(said)
    expect(await page.locator('#exchange').innerText()).not.toContain('later')
    // When this request came, there was no rule of this kind yet.
    await page.goto(`${sandbox.url}/_sandbox/requests/1`)
    const nearest = await page.locator('#exchange').innerText()
    expect(nearest).toContain('default/')
    expect(nearest).not.toMatch(/rules\/|later|first/)
  },
)

browserTest('a test whose search got no response is not said to have lost none', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await control.post('/reset', { label: 'one search' })
  await gateway.purchase(referred('A-1'))
  await control.post('/rules', {
    when: { operation: 'search' },
    outcome: { fault: { at: 'after', reset: true } },
  })
  await gateway.search('some-id').catch(() => undefined)
  await control.post('/reset', { label: 'another test' })
  await gateway.purchase(referred('A-2'))
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/report`)
  const tested = await page.locator('#encountered').innerText()
  expect(tested).toContain('1 response lost after processing, recovered')
  const row = await page.locator('#tests tbody tr', { hasText: 'one search' }).innerText()
  expect(row).toContain('Safe')
  expect(row).not.toMatch(/no (answer|response)s? (was )?lost/i)
})

browserTest('a stranger sees a double charge after two clicks, on the first screen', async () => {
  await using browser = await TestBrowser.open()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await using sandbox = await startTestSandbox()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    await page.setViewportSize({ width, height })
    const bars = '[".top", ".clock-bar"].map((one) => document.querySelector(one).offsetHeight)'
    const [top = 0, clock = 0] = await page.evaluate<number[]>(bars)
    expect(top + clock).toBeLessThanOrEqual(120)
    await page.getByRole('button', { name: 'Pay and lose the response' }).click()
    await page.getByRole('button', { name: 'Pay again' }).click()
    await page.locator('#ring-closed', { hasText: 'You paid again.' }).waitFor()
    const box = await page.locator('svg:visible .paid.bad').boundingBox()
    expect([width, (box?.y ?? height) + (box?.height ?? 0) <= height]).toEqual([width, true])
    await page.goto(`${sandbox.url}/_sandbox/report`)
    expect(await page.locator('#verdict').innerText()).toMatch(/^Untested: 2 requests of the dash/)
  }
  expect(browser.faults).toEqual([])
})
