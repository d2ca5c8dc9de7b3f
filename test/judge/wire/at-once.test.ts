import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { byDirectDebit, paidBody } from '../../support/gateway-client.ts'
import { Judged } from './judged.ts'

/** In a process of its own, as clients are: in ours, nothing could come as fast as that. */
const shop = `
const [url, body] = process.argv.slice(1)
const post = (path, text, id) => fetch(url + path, {
  method: 'POST', body: text, headers: { 'content-type': 'application/json', ...(id && { 'x-correlation-id': id }) },
})
for (let n = 0; n < 20; n += 1) {
  const world = '/w/at-once-' + n
  await post(world + '/v1/transactions/purchase', body, 'a')
  await post(world + '/_sandbox/clock/advance', '{"by":"4 banking days"}')
}
`

test('what is scheduled right after a payment is judged after it', async () => {
  await using judged = await Judged.start()
  const args = [
    '--input-type=module',
    '-e',
    shop,
    judged.sandbox.url,
    JSON.stringify(paidBody(byDirectDebit())),
  ]
  await promisify(execFile)(process.execPath, args)
  const findings = await judged.findings()
  expect(findings.map(({ code }) => code)).toEqual(Array(20).fill('ignored-pending'))
})
