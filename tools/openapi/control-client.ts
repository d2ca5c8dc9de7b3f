import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/control.js'

/** A test's own calls of the control API, typed by what a foreign tool made of its document. */

const [url = ''] = process.argv.slice(3)
const control = createClient<paths>({ baseUrl: `${url}/_sandbox` })

/** The answer, or an error that says what was refused. */
async function ok<Data>(
  call: Promise<{ data?: Data; error?: components['schemas']['Errors'] }>,
): Promise<Data> {
  const { data, error } = await call
  if (data === undefined) throw new Error(error?.errors.map((one) => one.error_message).join())
  return data
}

export async function steer() {
  assert.equal((await ok(control.GET('/health'))).status, 'ok')
  const { mode } = await ok(control.PUT('/clock', { body: { mode: 'frozen' } }))
  assert.equal(mode, 'frozen')
  const { now } = await ok(control.GET('/clock'))
  const advanced = await ok(control.POST('/clock/advance', { body: { by: '1d' } }))
  assert.equal(Date.parse(advanced.now) - Date.parse(now), 24 * 60 * 60 * 1000)

  const query = { status: 'approved', limit: 5 } as const
  const { transactions } = await ok(control.GET('/transactions', { params: { query } }))
  const audit = transactions[0]?.audit ?? 0
  const detail = await ok(control.GET('/transactions/{audit}', { params: { path: { audit } } }))
  assert.equal(detail.operation, transactions[0]?.operation)
  const { requests } = await ok(control.GET('/requests', { params: { query: { limit: 1 } } }))
  assert.equal(requests[0]?.request.method, 'POST')

  const loaded = await ok(control.POST('/scenarios', { body: 'slow-bank' }))
  assert.equal(loaded.scenarios[0]?.name, 'slow-bank')
  const rule = {
    name: 'no',
    when: { operation: 'purchase' },
    outcome: { status: 'declined', response_code: '51' },
  }
  const added = await ok(control.POST('/rules', { body: rule }))
  assert.ok('times' in added && added.times === 1)
  const name = { path: { name: 'before' } }
  const saved = await ok(control.PUT('/snapshots/{name}', { params: name }))
  assert.equal(saved.name, 'before')
  const { verdict } = await ok(control.GET('/report'))
  assert.equal(typeof verdict, 'string')
  const fresh = await ok(control.POST('/reset', { body: { label: 'next' } }))
  assert.ok(fresh.now < advanced.now)
  const left = await ok(control.GET('/transactions'))
  assert.deepEqual([left.transactions.length, left.next], [0, null])

  const wrong = await control.POST('/clock/advance', { body: { by: 'a while' } })
  assert.equal(wrong.error?.errors[0]?.error_code, 'invalid_format')
}
