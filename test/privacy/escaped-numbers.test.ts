import { describe, expect, test } from 'vitest'
import { withoutEscapes } from '../../src/domain/card/hidden-number.ts'
import { recordedAndPlayed } from '../runtime/run-file/played.ts'
import { ControlClient } from '../support/control-client.ts'
import { call, GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const PAN = '4539148803436467'
const MASKED = '453914xxxxxx6467'

/** Each of its digits as an escape, or the escape of one. */
function escaped(digits: string, times = 1): string {
  const once = [...digits].map((one) => `%3${one}`).join('')
  return times === 1 ? once : once.replaceAll('%', `%${'25'.repeat(times - 1)}`)
}

const firstOnly = escaped(PAN.slice(0, 1), 2) + PAN.slice(1)

describe('the links of a list hide no number in what is kept', () => {
  test.each([
    `/customers?name=${firstOnly}`,
    `/customers?name=${escaped(PAN, 2)}&limit=3`,
    `/customers?reference=${escaped(PAN, 3)}`,
    `/customers?${escaped(PAN, 2)}=1&${escaped(PAN, 2)}=2`,
  ])('%s', async (path) => {
    let text = ''
    let events = ''
    const run = await recordedAndPlayed(async ({ url, api }) => {
      const watch = await new ControlClient(url).watch()
      await call(api + path)
      await watch.until('request')
      text = (await new ControlClient(url).get('/requests')).text
      watch.leave()
      events = JSON.stringify(watch.told)
    })
    expect(run).toMatchObject({ calls: 1, differences: [], logs: [] })
    expect(text).toContain(MASKED)
    for (const kept of [run.text, text, events]) expect(withoutEscapes(kept)).not.toContain(PAN)
    expect(JSON.parse(text)).toMatchObject({ requests: [{ id: 1 }] })
  })
})

test('the answer itself keeps links that can be followed', async () => {
  await using sandbox = await startTestSandbox()
  const { body } = await call(`${sandbox.api}/customers?name=${firstOnly}`)
  expect(JSON.stringify(body)).toContain(`name=${firstOnly}`)
})

describe('no refusal repeats one', () => {
  const once = `%34${PAN.slice(1)}`
  test.each([
    [`/w/${once}/v1/customers`, 422],
    [`/w/${escaped(PAN, 2)}/v1/customers`, 422],
    [`/w/${escaped(PAN, 2)}/_sandbox`, 422],
    [`/_sandbox/snapshots/${escaped(PAN)}`, 422],
    [`/_sandbox/snapshots/${escaped(PAN, 2)}`, 422],
    [`/_sandbox/stories/${escaped(PAN)}`, 404],
    [`/_sandbox/stories/${escaped(PAN, 3)}`, 404],
    [`/_sandbox/rules/${escaped(PAN)}`, 404],
    [`/_sandbox/rules/${escaped(PAN, 2)}`, 404],
    [`/_sandbox/worlds/${escaped(PAN, 2)}`, 404],
  ])('%s', async (path, status) => {
    await using sandbox = await startTestSandbox()
    const method = /snapshots|rules|worlds/.test(path) ? 'DELETE' : 'GET'
    const answer = await call(sandbox.url + path, { method })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(MASKED)
    expect(withoutEscapes(answer.text)).not.toContain(PAN)
    expect(answer.body.errors).toHaveLength(1)
  })
})

test('a recording has no number behind escapes in what a control call was given', async () => {
  const run = await recordedAndPlayed(async ({ api, url }) => {
    await new GatewayClient(api).purchase()
    const ids = [escaped(PAN), firstOnly, 'order-1']
    expect((await new ControlClient(url).post('/correlations/expire', { ids })).status).toBe(200)
  })
  expect(run).toMatchObject({ calls: 2, differences: [], logs: [] })
  expect(run.text).toContain('order-1')
  expect(withoutEscapes(run.text)).not.toContain(PAN)
})
