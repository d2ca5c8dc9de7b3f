import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { paidBody } from '../../support/gateway-client.ts'
import { Judged } from './judged.ts'

const slowly = { name: 'slow', when: { operation: 'purchase' }, times: 1 }

test('a client that stops waiting is judged at once, however long the bank still takes', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', { ...slowly, outcome: { delay: '60s' } })
  await judged.giveUpOn('slow', 'rules/slow')
  await expect.poll(() => judged.codes()).toEqual(['unresolved'])
  expect(await judged.report()).toMatchObject({
    verdict: 'unsafe',
    requests: 1,
    waiting: 0,
    encountered: { timeouts: 1 },
  })
  const [payment] = await judged.payments()
  const text = expect.stringMatching(/^the client stopped waiting after .* while it was undecided$/)
  expect(payment?.steps).toMatchObject([{ kind: 'purchase', result: 'lost', text }])
  await judged.pay('again')
  expect(await judged.codes()).toEqual(['blind-retry'])
  expect(await judged.report()).toMatchObject({ requests: 2, encountered: { timeouts: 1 } })
  expect(await judged.payments()).toHaveLength(1)
})

test('once the bank has responded, it counts once, and as what it turned out to be', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', { ...slowly, outcome: { delay: '1s' } })
  await judged.giveUpOn('slow', 'rules/slow')
  await judged.pay('again')
  await expect
    .poll(() => judged.codes(), { timeout: 5000 })
    .toEqual(['double-charge', 'blind-retry'])
  expect(await judged.report()).toMatchObject({
    requests: 2,
    waiting: 0,
    encountered: { timeouts: 1 },
  })
})

test('a world that is reset before the bank responds keeps what was seen of it', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', { ...slowly, outcome: { delay: '60s' } })
  await judged.giveUpOn('slow', 'rules/slow')
  await expect.poll(() => judged.codes()).toEqual(['unresolved'])
  await judged.control.post('/reset')
  expect(await judged.report()).toMatchObject({
    findings: [{ code: 'unresolved' }],
    requests: 1,
    encountered: { timeouts: 1 },
  })
})

test('a report says of how many requests it cannot tell yet', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/rules', { ...slowly, outcome: { delay: '60s' } })
  const paying = judged.pay('slow')
  await expect.poll(async () => (await judged.report()).waiting).toBe(1)
  expect(await judged.report()).toMatchObject({
    verdict: 'untested',
    headline: 'Untested: no request has ended yet; 1 request has no response yet',
    requests: 0,
  })
  await judged.pay('other', { 'transaction.reference': 'other' })
  expect(await judged.report()).toMatchObject({
    headline:
      'Untested: no response was lost, so your recovery code never ran; 1 request has no response yet. Next: npx sandgate sweep --quick -- npm test',
  })
  await judged.sandbox.stop()
  await paying
})

function rawPurchase(id: string): string {
  const body = JSON.stringify(paidBody({ 'transaction.reference': id }))
  const head = ['Host: 127.0.0.1', 'Content-Type: application/json', `X-Correlation-Id: ${id}`]
  const length = `Content-Length: ${body.length}`
  return ['POST /v1/transactions/purchase HTTP/1.1', ...head, length, '', body].join('\r\n')
}

test('a request behind one whose connection is reset is not processed', async () => {
  await using judged = await Judged.start()
  const reset = { fault: { at: 'after', reset: true } }
  await judged.control.post('/rules', { ...slowly, outcome: reset })
  const socket = connect(Number(new URL(judged.sandbox.url).port), '127.0.0.1')
  // A reset is the end that is wanted here.
  socket.on('error', () => undefined)
  socket.write(rawPurchase('first') + rawPurchase('second'))
  await new Promise((resolve) => socket.once('close', resolve))
  await expect.poll(() => judged.codes()).toEqual(['unresolved'])
  const steps = (await judged.payments()).flatMap((payment) =>
    payment.steps.map(({ text }) => text),
  )
  expect(steps).toEqual(['the response was lost after the money moved (connection reset)'])
})
