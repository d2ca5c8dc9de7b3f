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
