import { expect } from 'vitest'
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
