import { expect, test } from 'vitest'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { amount, Judged } from './judged.ts'

const order = (reference: string, cents = 4995) => ({
  'transaction.reference': reference,
  ...amount(cents),
})

/** What happens to the next request with this id. */
async function shape(judged: Judged, id: string, outcome: object): Promise<void> {
  await judged.control.post('/rules', { when: { correlation_id: id }, outcome })
}

const lost = { fault: { at: 'after', reset: true } }
const unprocessed = { fault: { at: 'before', http: 503 } }

test('an id that was sent twice is charged if the second sending was', async () => {
  await using judged = await Judged.start()
  await shape(judged, 'a', unprocessed)
  await judged.pay('a', order('A-1'))
  await shape(judged, 'a', lost)
  await judged.pay('a', order('A-1'))
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({
    code: 'unresolved',
    message: expect.stringContaining('AUD 49.95 was charged, and the client does not know that.'),
  })
})

test('the completion of an older hold is no retry of a lost purchase', async () => {
  await using judged = await Judged.start()
  const held = await judged.client.preauthorise(order('A-1'))
  await judged.control.delete('/report')
  await shape(judged, 'a', lost)
  await judged.pay('a', order('A-1'))
  await judged.client.complete(held.body.audit, order('A-1'), { 'x-correlation-id': 'b' })
  const findings = await judged.findings()
  expect(findings.map(({ code }) => code)).toEqual(['unresolved', 'paid-again'])
  expect(findings[0]?.message).toMatch(/there was another completion .* if that was a retry/)
  const texts = (await judged.payments()).flatMap(({ steps }) => steps.map(({ text }) => text))
  expect(texts.join()).not.toContain('no lookup in between')
})

test('the hold of another parcel is no retry of a lost completion', async () => {
  await using judged = await Judged.start()
  const held = await judged.client.preauthorise(order('A-1'))
  await shape(judged, 'a', lost)
  await judged.client
    .complete(held.body.audit, order('A-1'), { 'x-correlation-id': 'a' })
    .catch(() => undefined)
  await judged.client.preauthorise(order('A-1'))
  const findings = await judged.findings()
  expect(findings.map(({ code }) => code)).toEqual(['unresolved', 'paid-again'])
  expect(findings[0]?.message).not.toContain('retry')
})

test('a client that voids a hold whose response was lost knows it', async () => {
  await using judged = await Judged.start()
  await shape(judged, 'a', lost)
  await judged.client.preauthorise(order('A-1'), { 'x-correlation-id': 'a' }).catch(() => undefined)
  await judged.client.void(1_000_001)
  expect(await judged.codes()).toEqual([])
  expect((await judged.payments())[0]).toMatchObject({ verdict: 'voided' })
})

test('a second payment by one search may be an overcharge, and was sent although the order was paid', async () => {
  await using judged = await Judged.start()
  await shape(judged, 'a', unprocessed)
  await judged.pay('a', order('A-1'))
  await judged.client.search('a')
  await judged.pay('b', order('A-1'))
  await judged.pay('c', order('A-1'))
  const { headline } = await judged.report()
  expect(headline).toMatch(/double click or duplicate job, AUD 49\.95 maybe overcharged/)
  const [payment] = await judged.payments()
  expect(payment?.steps.map(({ text }) => text)).toEqual([
    'responded 503 before anything was processed',
    'found nothing: not processed',
    'approved, sent again because nothing was found',
    'approved, sent although another request had paid for the order',
  ])
})

test('a retry that was lost before it was processed was not refused', async () => {
  await using judged = await Judged.start()
  await shape(judged, 'a', lost)
  await judged.pay('a', order('A-1'))
  await shape(judged, 'b', unprocessed)
  await judged.pay('b', order('A-1'))
  await judged.client.search('b')
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({
    code: 'blind-retry',
    message: expect.stringContaining('the client believes that the payment was not processed.'),
  })
})

test('the refund of another payment is no retry of a lost refund', async () => {
  await using judged = await Judged.start()
  const [one, other] = [await judged.pay('a', order('A-1')), await judged.pay('b', order('A-2'))]
  await shape(judged, 'c', lost)
  const back = (audit: number, id: string, reference: string) =>
    judged.client.refund(audit, order(reference, 100), { 'x-correlation-id': id })
  await back(one?.body.audit ?? 0, 'c', 'A-1').catch(() => undefined)
  await back(other?.body.audit ?? 0, 'd', 'A-2')
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({ code: 'unresolved' })
  expect(finding?.message).not.toContain('retry')
})

test('a search for a refused request of another order is no step of a lost payment', async () => {
  await using judged = await Judged.start()
  await shape(judged, 'a', lost)
  await judged.pay('a', order('A-1'))
  await judged.pay('refused', { ...order('A-2'), 'merchant.id': undefined })
  await judged.client.search('refused')
  const [payment] = await judged.payments('?reference=A-1')
  expect(payment?.steps.map(({ kind }) => kind)).toEqual(['purchase'])
  await judged.client.search('never-sent')
  const [finding] = await judged.findings()
  expect(finding?.message).toContain('searched for never-sent, which is no id of this payment')
})

test('what a void did to its payment is listed below the void', async () => {
  await using judged = await Judged.start()
  const paid = await judged.pay('a', order('A-1'))
  await judged.client.void(paid?.body.audit ?? 0)
  const [payment] = await judged.payments()
  expect(payment?.steps.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'purchase: approved',
    'void: approved',
    'change: audit 1000001 is now voided',
  ])
})

test('a debit that was approved and is returned later has to be asked for again', async () => {
  await using judged = await Judged.start()
  const paid = await judged.pay('a', { ...order('A-1'), ...byDirectDebit() })
  const audit = paid?.body.audit ?? 0
  await judged.control.post('/settle', { all: true })
  await judged.client.lookup(audit)
  await judged.control.post('/return', { audits: [audit] })
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({
    code: 'ignored-pending',
    message:
      'Audit 1000001 was approved and is declined now; the client has not looked it up since.',
    advice: expect.stringContaining('The bank can still return one that is approved: ask again'),
  })
  await judged.client.lookup(audit)
  expect(await judged.codes()).toEqual([])
})

test.each([
  ['was not processed', unprocessed, 'approved, sent again because the payment was still approved'],
  ['was processed', lost, 'refused: 422 not_voidable'],
])('a void that %s is sent again after a lookup of its payment', async (_, outcome, text) => {
  await using judged = await Judged.start()
  const audit = (await judged.pay('a', order('A-1')))?.body.audit ?? 0
  const voidWith = (id: string) =>
    judged.client.void(audit, {}, { 'x-correlation-id': id }).catch(() => undefined)
  await shape(judged, 'v', outcome)
  await voidWith('v')
  await judged.client.lookup(audit)
  await voidWith('w')
  const [payment] = await judged.payments()
  const steps = payment?.steps.filter(({ kind }) => kind === 'void')
  expect(steps?.at(-1)?.text).toBe(text)
})
