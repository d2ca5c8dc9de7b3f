import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { call, faultsOf, newId, paidBody } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'

/** A value inside so many lists. */
function nested(depth: number): string {
  return `${'['.repeat(depth)}1${']'.repeat(depth)}`
}

/** A purchase with a value of such a depth at one place. */
function purchase(place: string, depth: number): string {
  return JSON.stringify(paidBody({ [place]: 'HERE' })).replace('"HERE"', nested(depth))
}

const places = ['unknown', 'merchant', 'kvps', 'transaction.payment_method.creditcard.pan']

test('every body, however deep, is in the journal and in a recording', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nesting-'))
  const file = path.join(folder, 'run.jsonl')
  await using sandbox = await startTestSandbox({}, { record: file })
  const url = `${sandbox.api}/transactions/purchase`
  for (const place of places) {
    const send = (depth: number) =>
      call(url, {
        method: 'POST',
        headers: { 'x-correlation-id': newId(), 'content-type': 'application/json' },
        body: purchase(place, depth),
      })
    expect((await send(495)).status).toBe(place === 'unknown' ? 200 : 422)
    const refused = await send(20_000)
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['malformed_json at body']])
  }
  const journal = await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()
  expect(journal).toMatchObject({ requests: { length: places.length * 2 } })
  await sandbox.stop()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(lines.filter((line) => line.startsWith('{"record":"exchange"'))).toHaveLength(8)
  expect(sandbox.logs).toEqual([])
  await rm(folder, { recursive: true, maxRetries: 10 })
})

/** Fields of different names, in objects of so many each. */
function fields(count: number, each = count): string {
  const names = Array.from({ length: count }, (_, i) => `"k${i}" : 1`)
  const groups = Array.from({ length: count / each }, (_, i) =>
    names.slice(i * each, (i + 1) * each),
  )
  return `[${groups.map((group) => `{${group.join(',')}}`).join(',')}]`
}

test('a body with more names of fields than any valid one is refused before it is read', async () => {
  await using sandbox = await startTestSandbox({})
  const reconcile = async (orders: string) => {
    const answer = await call(`${sandbox.url}/_sandbox/reconcile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"orders":${orders}}`,
    })
    return { status: answer.status, text: JSON.stringify(answer.body) }
  }
  const refused = {
    status: 400,
    text: expect.stringContaining('too many different field names: at most 10,000 are accepted'),
  }
  expect(await reconcile(fields(60_000))).toEqual(refused)
  expect(await reconcile(fields(60_000, 10))).toEqual(refused)
  // These are read, and are no orders.
  expect(await reconcile(fields(9000))).toMatchObject({ status: 422 })
  const order = (i: number) => `{"reference":"A-${i}","paid":0,"state":"x: y"}`
  const orders = `[${Array.from({ length: 9000 }, (_, i) => order(i)).join(',')}]`
  const read = await reconcile(orders)
  expect(read.status, read.text.slice(0, 300)).toBe(200)
})
