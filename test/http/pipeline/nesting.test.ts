import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DEEPEST_BODY, isTooDeep } from '../../../src/http/pipeline/body.ts'
import { call, faultsOf, newId, paidBody } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

/** A value inside so many lists, or so many objects. */
function nested(depth: number, open = '[', close = ']'): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

test.each([
  ['lists', nested(DEEPEST_BODY), nested(DEEPEST_BODY + 1)],
  ['objects', nested(DEEPEST_BODY, '{"a":', '}'), nested(DEEPEST_BODY + 1, '{"a":', '}')],
])('%s may be nested as deep as that, and no deeper', (_what, deep, deeper) => {
  expect(isTooDeep(Buffer.from(deep))).toBe(false)
  expect(isTooDeep(Buffer.from(deeper))).toBe(true)
})

test('brackets in texts, and those side by side, are not levels', () => {
  const texts = [`"${'['.repeat(2000)}"`, `"\\"${'{'.repeat(2000)}"`, `[${'[],'.repeat(2000)}1]`]
  expect(texts.map((text) => isTooDeep(Buffer.from(text)))).toEqual([false, false, false])
  expect(isTooDeep(Buffer.from(`["\\\\",${nested(DEEPEST_BODY)}]`))).toBe(true)
})

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
    expect((await send(DEEPEST_BODY - 5)).status).toBe(place === 'unknown' ? 200 : 422)
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
