import { expect } from 'vitest'
import { GatewayClient } from '../support/gateway-client.ts'
import { violationsOf } from '../support/outside/axe.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

browserTest('a request is tried, changed and tried again', async () => {
  await using sandbox = await startTestSandbox({ auth: 'required', users: [shop] })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.getByRole('link', { name: 'Reference', exact: true }).click()
  const tryIt = page.getByRole('button', { name: 'Try it' })
  await tryIt.click()
  const answer = page.getByRole('region', { name: 'What came back' })
  await answer.getByText('"approved"').waitFor()
  const body = page.getByRole('region', { name: 'Try: Make a purchase' }).getByLabel('Body')
  await body.fill((await body.inputValue()).replace('"1000"', '"1000051"'))
  await tryIt.click()
  await answer.getByText('"51"').waitFor()
  expect(await body.inputValue()).toContain('"1000051"')
  expect(browser.faults).toEqual([])
})

browserTest('a response stays, however late the page before it comes', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/docs`)
  const before = page.url()
  const held: (() => Promise<void>)[] = []
  await page.route('**/_sandbox/docs**', async (route) => {
    const request = route.request()
    const isOld = request.headers()['x-sandbox-live'] !== undefined && request.url() === before
    if (isOld) held.push(() => route.continue())
    else await route.continue()
  })
  await new GatewayClient(sandbox.api).purchase()
  await expect.poll(() => held.length).toBe(1)
  const form = page.getByRole('region', { name: 'Try: Make a purchase' })
  await form.getByRole('button', { name: 'Try it' }).click()
  await form.getByText('Response: HTTP 200').waitFor()
  const late = page.waitForResponse((response) => response.url() === before)
  await held[0]?.()
  await (await late).finished()
  await page.evaluate('new Promise(requestAnimationFrame)')
  expect(await form.getByText('Response: HTTP 200').count()).toBe(1)
  expect(browser.faults).toEqual([])
})

browserTest('what was typed stays in the form, whatever comes of it', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/docs`)
  const form = page.getByRole('region', { name: 'Try: Make a purchase' })
  const body = form.getByLabel('Body')
  const sample = await body.inputValue()
  // A number that may be somebody's: nobody but this page has it.
  const typed = sample.replace('4111111111111111', '4539578763621486').replace('"123"', '"987"')
  expect(typed).not.toBe(sample)
  await body.fill(typed)
  await form.getByRole('button', { name: 'Try it' }).click()
  await form.getByText('Response: HTTP').waitFor()
  expect(await body.inputValue()).toBe(typed)
  expect(await (await fetch(page.url())).text()).not.toContain('4539578763621486')
  await body.fill('{ "merchant": ')
  await form.getByRole('button', { name: 'Try it' }).click()
  await form.getByText('not well-formed JSON').waitFor()
  expect(await body.inputValue()).toBe('{ "merchant": ')
  expect(browser.faults).toEqual([])
})

browserTest('a request that hangs is shown as such at its form', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/docs`)
  const form = page.getByRole('region', { name: 'Try: Make a purchase' })
  const body = form.getByLabel('Body')
  const typed = (await body.inputValue()).replace('"1000"', '"9800408"')
  await body.fill(typed)
  await form.getByRole('button', { name: 'Try it' }).click()
  await form.getByText('Waiting for the response').waitFor()
  await form.getByText('No response within 5 s.').waitFor()
  expect(await body.inputValue()).toBe(typed)
  expect(await form.getByText('Waiting for the response').count()).toBe(0)
  await form.getByRole('link', { name: 'The request' }).click()
  await page.getByRole('heading', { name: /^Request \d+: purchase/ }).waitFor()
  expect(browser.faults).toEqual([])
})

browserTest('all of it is accessible when it is open', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/docs`)
  await page.evaluate(
    "for (const one of document.querySelectorAll('main details')) one.open = true",
  )
  expect(await violationsOf(page)).toEqual([])
})

const shop = { name: 'shop', password: 'secret', merchant: 1, merchants: [1] }
