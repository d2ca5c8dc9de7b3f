import { expect, test } from 'vitest'
import type {
  StoriesAnswer,
  WholeStoryAnswer,
} from '../../../../src/http/contract/control/calls/report.ts'
import type { ErrorAnswer } from '../../../../src/http/contract/transaction-answer.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { cents, GatewayClient } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const pay = (reference: string, amount = 1000) =>
    gateway.purchase({ 'transaction.reference': reference, ...cents(amount) })
  /** The references, and the cursor of those before them. */
  const listed = async (query: string) => {
    const { body } = await control.get<StoriesAnswer>(`/stories?${query}`)
    return [body.stories.map(({ reference }) => reference).join(' '), body.next_cursor]
  }
  /** Two purchases of one order, the first of which had no answer. */
  const payTwice = async (reference: string) => {
    const outcome = { fault: { at: 'after', http: 502 } }
    await control.post('/rules', { when: { reference }, outcome })
    await pay(reference)
    await pay(reference)
  }
  const whole = (id: string) => control.get<WholeStoryAnswer>(`/stories/${id}`)
  return {
    ...{ sandbox, control, pay, payTwice, listed, whole },
    [Symbol.asyncDispose]: () => sandbox.stop(),
  }
}

test('payments are read backwards by a cursor, until there are none before', async () => {
  await using begun = await begin()
  const { pay, listed, control } = begun
  for (const reference of ['a', 'b', 'c', 'd']) await pay(reference)
  expect(await listed('')).toEqual(['d c b a', null])
  expect(await listed('limit=4')).toEqual(['d c b a', null])
  expect(await listed('limit=3')).toEqual(['d c b', 'default-1-2'])
  expect(await listed('limit=3&cursor=default-1-2')).toEqual(['a', null])
  expect(await listed('limit=1&cursor=default-1-3')).toEqual(['b', 'default-1-2'])
  expect(await listed('cursor=default-1-1')).toEqual(['', null])
  const { status, body } = await control.get<ErrorAnswer>('/stories?cursor=default-1-9')
  expect([status, body.errors]).toEqual([
    422,
    [
      {
        error_code: 'invalid_format',
        error_message: 'This payment is no longer listed; leave out the cursor',
        location: ['query', 'cursor'],
      },
    ],
  ])
})

test('payments are filtered by what came of them, and by their test', async () => {
  await using begun = await begin()
  const { pay, listed, control } = begun
  await control.post('/reset', { label: 'first' })
  await pay('declined', 1_000_051)
  await pay('paid')
  await control.post('/reset', { label: 'second' })
  await pay('again')
  const only = async (query: string) => (await listed(query))[0]
  expect(await only('charged=true')).toBe('again paid')
  expect(await only('verdict=declined')).toBe('declined')
  expect(await only('verdict=declined&charged=true')).toBe('')
  expect(await only('returned=false')).toBe('again paid declined')
  expect(await only('chapter=default-2')).toBe('paid declined')
  expect(await only('chapter=default-3')).toBe('again')
  expect(await only('chapter=current')).toBe('again')
})

test('a payment has its own findings and requests, and says whether its chapter has ended', async () => {
  await using begun = await begin()
  const { payTwice, whole, control } = begun
  await payTwice('a')
  await payTwice('b')
  const { body } = await whole('default-1-2')
  expect(body).toMatchObject({ reference: 'b', ended: false, labelled: false })
  expect(body.findings.map(({ code, requests }) => [code, requests])).toEqual([
    ['double-charge', [3, 4]],
    ['blind-retry', [3, 4]],
  ])
  expect(body.requests.map(({ id }) => id)).toEqual([3, 4])
  await control.post('/reset')
  expect((await whole('default-1-2')).body).toMatchObject({ reference: 'b', ended: true })
  expect((await whole('default-1-3')).status).toBe(404)
})

test('a new run counts the rules of the run anew, and that of one world does not', async () => {
  await using begun = await begin()
  const { control, pay, sandbox } = begun
  const rules = [{ name: 'once', times: 1, outcome: { response_code: '51' } }]
  await control.post('/scenarios', { name: 'counted', counts: 'run', rules })
  await control.put('/worlds/side')
  const code = async () => (await pay('a')).body.status.acquirer.response_code
  expect([await code(), await code()]).toEqual(['51', '00'])
  await new ControlClient(sandbox.url, 'side').delete('/report')
  expect(await code()).toBe('00')
  await control.delete('/report')
  expect([await code(), await code()]).toEqual(['51', '00'])
})
