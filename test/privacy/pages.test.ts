import { describe, expect, test } from 'vitest'
import { PageClient } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** Of a known scheme, and nobody's test number. */
const PAN = '4539148803436467'
const DASHED = '4539-1488-0343-6467'
const escaped = [...PAN].map((one) => `%3${one}`).join('')

/** The digits of a page, whatever stands between them. */
const digitsIn = (text: string) => {
  return text.replaceAll(/%2[0D]|%3(?=[0-9])/gi, '').replaceAll(/(?<=[0-9])[ +_-]+(?=[0-9])/g, '')
}

describe('a page does not repeat a card number of its address', () => {
  test.each([
    ['an unknown page', `/_sandbox/${PAN}`, 404],
    ['an unknown page, with dashes', `/_sandbox/nothing/${DASHED}`, 404],
    ['an unknown page, escaped', `/_sandbox/${escaped}`, 404],
    ['a request that is not there', `/_sandbox/requests/${PAN}`, 422],
    ['a world that cannot be', `/w/${DASHED}/_sandbox`, 422],
    ['a filter', `/_sandbox/requests?correlation_id=${PAN}`, 200],
    [
      'a filter, with dashes',
      `/_sandbox/requests?correlation_id=${DASHED}&reference=${DASHED}`,
      200,
    ],
    ['a search', `/_sandbox/customers?q=4539+1488+0343+6467`, 200],
    ['an unknown parameter', `/_sandbox?${PAN}=${PAN}`, 200],
    ['an explained card', `/_sandbox/scenarios?explain=1&operation=purchase&pan=${PAN}`, 200],
    ['a rule', `/_sandbox/scenarios?rule=pan:+${DASHED}`, 200],
  ])('%s', async (_what, path, status) => {
    await using sandbox = await startTestSandbox()
    const page = await new PageClient(sandbox.url).get(path)
    expect(page.status).toBe(status)
    expect(digitsIn(page.text)).not.toContain(PAN)
  })
})

test('one that asks for the token does not put it into its form', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'secret' })
  const page = await new PageClient(sandbox.url).get(`/_sandbox/requests?reference=${PAN}`)
  expect(page.status).toBe(401)
  expect(page.text).toContain('name="_back"')
  expect(page.text).not.toContain(PAN)
  const fields = { token: 'secret', _back: `/_sandbox/requests?reference=${DASHED}` }
  const answer = await new PageClient(sandbox.url).post('/_sandbox/sign-in', fields)
  expect(answer.headers.get('location')).toBe('/_sandbox/requests?reference=453914xxxxxx6467')
})

test('a test card is shown as it was given, and a card is explained by all its digits', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const explain = '/_sandbox/scenarios?explain=1&operation=purchase&pan='
  expect((await pages.get(`${explain}4000000000000051`)).text).toContain('value="4000000000000051"')
  expect((await pages.get(explain + PAN)).text).toContain(
    'No rule applies: the gateway responds as usual.',
  )
})

test('a way back that is no address leads to the payments', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'secret' })
  const fields = { token: 'secret', _back: '//[' }
  const answer = await new PageClient(sandbox.url).post('/_sandbox/sign-in', fields)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_sandbox'])
})
