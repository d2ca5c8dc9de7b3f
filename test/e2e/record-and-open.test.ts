import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Command, sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** Numbers that pass for real ones, and secrets; none of these may be in a run file. */
const secrets = {
  pan: '4539148803436467',
  unknownPan: '1234567890123452',
  account: '123498765',
  cvv: '739',
  password: 'the-real-password',
  token: 'the-real-token',
}

/** Numbers that the scenario names: that declares them test numbers. */
const named = { pan: '4716108999716531', cvv: '911', account: '987654321' }

/** A merchant that does a bit of everything, right and wrong. */
const merchant = `
const { SANDGATE_URL: url, SANDGATE_API: api } = process.env
const basic = 'Basic ' + Buffer.from('shop:${secrets.password}').toString('base64')
let n = 0
async function send(base, method, path, body, headers = {}, patience = 30000) {
  try {
    const answer = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'id-' + (n += 1), authorization: basic, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    })
    return await answer.json()
  } catch { return undefined }
}
const pay = (method, cents = '1995', reference = 'A-1') => ({
  merchant: { id: 1 },
  transaction: { reference, amount_details: { total_amount: cents, currency: 'AUD' }, payment_method: method },
})
const card = (pan, cvv = '${secrets.cvv}') => ({ creditcard: { pan, expiry_date: '1230', cvv, security: '${secrets.cvv}' } })
const purchase = '/transactions/purchase'
const real = '${secrets.pan}'
const paid = await send(api, 'POST', purchase, pay(card(real)))
await send(api, 'POST', purchase, pay(card('${named.pan}')))
await send(api, 'POST', purchase, pay(card('4111111111111111', '${named.cvv}')))
await send(api, 'POST', purchase, pay(card(real), '1995', 'card ' + real))
const debit = (account_number) => ({ directdebit: { bsb: '062-000', account_number, account_name: 'Ann' } })
await send(api, 'POST', purchase, pay(debit('${secrets.account}')))
await send(api, 'POST', purchase, pay(debit('${named.account}')))
await send(api, 'GET', '/transactions/' + paid.audit)
await send(api, 'GET', '/transactions?merchant_id=1&correlation_id_lookup=id-1')
await send(api, 'GET', '/transactions?merchant_id=1&merchant_id=1&correlation_id_lookup=' + real)
await send(api, 'POST', '/transactions/' + paid.audit + '/refund', pay(undefined, '500'))
await send(api, 'POST', purchase, '{"pan": "' + real + '", "cvv": "${secrets.cvv}"')
await send(api, 'POST', purchase, 'x'.repeat(70000))
await send(api, 'POST', purchase, 'pan=' + real, { 'content-type': 'text/plain' })
await send(api, 'POST', purchase, pay(card(real)), { authorization: 'Bearer ${secrets.token}' })
await send(api, 'POST', purchase, pay(card(real)), { authorization: 'Bearer wrong' })
await send(api, 'GET', '/nowhere/' + real)
await send(api, 'POST', purchase, pay(card(real), '1995', 'typed 4539 1488 0343 6467'))
await send(api, 'POST', purchase, pay(card('${secrets.unknownPan}')))
await send(api, 'GET', '/transactions/' + real.replace('4', '%34'))
const control = (method, path, body) => send(url + '/_sandbox', method, path, body)
await control('POST', '/rules', { when: { operation: 'purchase' }, outcome: { fault: { at: 'after', hang: true } } })
await send(api, 'POST', purchase, pay(card(real)), {}, 500)
await control('POST', '/rules', { when: { operation: 'purchase' }, outcome: { delay: '1s' } })
await send(api, 'POST', purchase, pay(card(real), '700'), {}, 500)
await send(api, 'GET', '/transactions?merchant_id=1&correlation_id_lookup=id-' + (n - 1))
await control('POST', '/clock/advance', { by: '5 banking days' })
await control('PUT', '/snapshots/before')
const other = url + '/w/other/v1'
await Promise.all(['1', '2', '3'].map((i) => send(other, 'POST', purchase, pay(card(real), '10' + i, 'P-' + i))))
const customer = await send(other, 'POST', '/customers', { reference: 'ann', name: 'Ann' })
const token = await send(other, 'POST', '/customers/' + customer.id + '/tokens', { preferred_name: 'visa', active: true, account: { general_creditcard: { 'CARD.PAN': real, 'CARD.EXPIRY': '1230', 'CARD.NAME': 'Ann' } } })
await send(other, 'POST', purchase, pay({ creditcard: { pan: token.virtual_pan } }))
await control('POST', '/snapshots/before/restore')
await send(api, 'POST', purchase, pay(card(real)))
await control('POST', '/reset')
await send(api, 'POST', purchase, pay(card(real)))
`

const scenario = `
name: mine
description: Rules about numbers.
extends: [default]
rules:
  - name: this very card
    when: { pan: "${named.pan}" }
    outcome: { status: declined, response_code: "51" }
  - name: this cvv
    when: { cvv: "${named.cvv}" }
    outcome: { status: declined, response_code: "05" }
  - name: this account
    when: { account_number: "${named.account}" }
    outcome: { status: declined, response_code: "5" }
`

const config = `
auth: required
users:
  - { name: shop, password: ${secrets.password}, token: ${secrets.token}, merchant: 1 }
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'record-'))
  await writeFile(path.join(folder, 'merchant.mjs'), merchant)
  await writeFile(path.join(folder, 'mine.yaml'), scenario)
  await writeFile(path.join(folder, 'sandgate.config.yaml'), config)
  const record = [
    '--record',
    'run.jsonl',
    '--scenario',
    './mine.yaml',
    '--quiet',
    '--fail-on',
    'never',
  ]
  const run = [process.execPath, 'merchant.mjs']
  const { code, stderr } = await sandgate(['exec', ...record, '--', ...run], { cwd: folder })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }))

async function lines(): Promise<readonly string[]> {
  return (await readFile(path.join(folder, 'run.jsonl'), 'utf8')).trimEnd().split('\n')
}

test('a run file holds no number that nobody may keep, and no credentials', async () => {
  const text = (await lines()).join('\n')
  const { cvv, ...long } = secrets
  for (const secret of Object.values(long)) expect(text.includes(secret), secret).toBe(false)
  // Three digits come up by chance, but not as a value.
  expect(text.includes(`"${cvv}"`)).toBe(false)
  const encoded = Buffer.from(`shop:${secrets.password}`).toString('base64')
  expect(text).not.toContain(encoded)
  expect(text).not.toContain('4539 1488 0343 6467')
  // The rules name them, which declares them test numbers.
  for (const number of Object.values(named)) expect(text).toContain(`"${number}"`)
})

test('a recording that was cut short is judged as far as it goes', async () => {
  const all = await lines()
  await writeFile(path.join(folder, 'cut.jsonl'), all.slice(0, 5).join('\n').slice(0, -20))
  const report = await sandgate(['report', 'cut.jsonl'], { cwd: folder })
  expect(report.stdout).toContain('cut.jsonl was cut short: what happened after its last line ')
  expect(report).toMatchObject({ code: 4, stderr: expect.stringContaining('cut.jsonl was cut ') })
  const compared = await sandgate(['compare', 'cut.jsonl', 'cut.jsonl'], { cwd: folder })
  expect(compared).toMatchObject({ code: 4, stderr: expect.stringContaining('cut.jsonl was cut ') })
})

test('a run file that was cut off inside its header is refused as such', async () => {
  const [header = ''] = await lines()
  await writeFile(path.join(folder, 'half.jsonl'), header.slice(0, 100))
  const { code, stderr } = await sandgate(['open', 'half.jsonl'], { cwd: folder })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^error: half\.jsonl:1:101: this is not JSON: it ends in the middle; a run file /,
  )
})

function codesOf({ findings }: { readonly findings: readonly { readonly code: string }[] }) {
  return findings.map(({ code }) => code)
}

test('a recorded run is opened as if it were live, to be looked at only', async () => {
  await using opened = new Command(['open', 'run.jsonl', '--json'], { cwd: folder })
  const { url } = JSON.parse(await opened.printing(/^{"event":"ready".*}$/m))
  const get = async (path: string) => JSON.parse(await (await fetch(`${url}${path}`)).text())
  const { requests } = await get('/w/other/_sandbox/requests')
  expect(requests).toHaveLength(6)
  const before = await get('/_sandbox/report')
  expect(codesOf(before)).toEqual(codesOf(JSON.parse((await lines()).at(-1) ?? '').report))
  expect((await get('/_sandbox/payments')).payments.length).toBeGreaterThan(5)
  expect((await get('/_sandbox/transactions')).transactions).toHaveLength(1)
  expect((await get('/_sandbox/clock')).mode).toBe('running')
  const page = await fetch(`${url}/_sandbox`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const text = await page.text()
  expect(text).toMatch(
    / ran on \w{3} \d+ \w{3} \d{4}, [:\d]+ in Sydney[^<]*\. Nothing here can be changed\./,
  )
  expect(text).not.toContain('<form method="post"')
  expect(text).not.toContain('Save run')
  const { payments } = await get('/_sandbox/payments?limit=200')
  expect(text).toContain(`>${payments.length} payments</a>`)
  for (const path of ['/_sandbox/reset', '/v1/transactions/purchase', '/w/other/v1/customers']) {
    const answer = await fetch(`${url}${path}`, { method: 'POST' })
    const { errors } = JSON.parse(await answer.text())
    expect([path, answer.status, errors[0].error_message]).toEqual([
      path,
      405,
      'This run comes from a file; it cannot be changed or saved again',
    ])
  }
  expect(await sandgate(['requests', '1', '--curl', '--url', url])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `error: ${url} shows a finished run, which takes no calls; start a sandbox and pass its --url\n`,
  })
  expect(await get('/_sandbox/report')).toEqual(before)
  expect((await opened.interrupt()).code).toBe(0)
})

test.each([
  ['a run file', (text: string) => text],
  [
    'a run file that was cut short',
    (text: string) => text.replace(/\n\{"record":"state".*/s, '\n'),
  ],
])('%s shows how often each rule applied', async (_what, cut) => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'counts-'))
  const purchase = JSON.stringify({
    merchant: { id: 1 },
    transaction: {
      reference: 'A-1',
      amount_details: { total_amount: '1995', currency: 'AUD' },
      payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230' } },
    },
  })
  const shop = `
    const { SANDGATE_API: api, SANDGATE_URL: url } = process.env
    const headers = { 'content-type': 'application/json' }
    const pay = () => fetch(api + '/transactions/purchase', {
      method: 'POST', headers: { ...headers, 'x-correlation-id': crypto.randomUUID() },
      body: ${JSON.stringify(purchase)},
    }).catch(() => {})
    await pay()
    await fetch(url + '/_sandbox/reset', { method: 'POST' })
    for (let i = 0; i < 3; i += 1) await pay()
  `
  await writeFile(path.join(cwd, 'shop.mjs'), shop)
  const rules = [
    'name: of-world\nrules: [{ name: declined, outcome: { response_code: "51" } }]',
    'name: of-run\ncounts: run\nrules: [{ name: slower, skip: 1, outcome: { delay: 1ms } }]',
  ]
  for (const [i, text] of rules.entries()) await writeFile(path.join(cwd, `${i}.yaml`), text)
  const options = ['--record', 'run.jsonl', '--fail-on', 'never', '--scenario', './0.yaml,./1.yaml']
  await sandgate(['exec', ...options, '--', process.execPath, 'shop.mjs'], { cwd })
  const file = path.join(cwd, 'run.jsonl')
  await writeFile(file, cut(await readFile(file, 'utf8')))
  await using opened = new Command(['open', 'run.jsonl', '--json'], { cwd })
  const { url } = JSON.parse(await opened.printing(/^{"event":"ready".*}$/m))
  const { scenarios } = JSON.parse(await (await fetch(`${url}/_sandbox/scenarios`)).text())
  const counts = scenarios.map(({ rules: [first] }: { rules: { id: string; hits: number }[] }) => [
    first?.id,
    first?.hits,
  ])
  expect(counts).toEqual([
    ['of-run/slower', 3],
    ['of-world/declined', 3],
  ])
  await opened.interrupt()
  await rm(cwd, { recursive: true, maxRetries: 10 })
})

test('a run that began with an import is opened with it, and keeps no card number', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'baseline-'))
  const post = (reference: string, before = '') =>
    inlineScript(`
      const { SANDGATE_URL: url, SANDGATE_API: api } = process.env
      const send = (address, method, body, id) => fetch(address, {
        method, headers: { 'content-type': 'application/json', 'x-correlation-id': id }, body: JSON.stringify(body),
      })
      const creditcard = { pan: '${secrets.pan}', expiry_date: '1230' }
      const transaction = { reference: '${reference}', amount_details: { total_amount: '1995', currency: 'AUD' }, payment_method: { creditcard } }
      const pay = (id) => send(api + '/transactions/purchase', 'POST', { merchant: { id: 1 }, transaction }, id)
      ${before}
      await pay('a')
      await fetch(api + '/transactions/1000001')`)
  const first = ['exec', '--quiet', '--data', 'data', '--', ...post('A-1')]
  expect((await sandgate(first, { cwd })).code).toBe(0)
  await using server = new Command(['start', '--port', '0', '--data', 'data', '--json'], {
    cwd,
  })
  const { url } = JSON.parse(await server.printing(/^{"event":"ready".*}$/m))
  await sandgate(['export', 'base.json', '--url', url], { cwd })
  await server.interrupt()
  const resets = `await fetch(api + '/transactions/1000001'); await pay('b'); await send(url + '/_sandbox/reset', 'POST', { label: 'again' })`
  const record = ['exec', '--quiet', '--import', 'base.json', '--record', 'run.jsonl']
  expect((await sandgate([...record, '--', ...post('A-2', resets)], { cwd })).code).toBe(0)
  expect(await readFile(path.join(cwd, 'run.jsonl'), 'utf8')).not.toContain(secrets.pan)
  await using opened = new Command(['open', 'run.jsonl', '--json'], { cwd })
  const ready = JSON.parse(await opened.printing(/^{"event":"ready".*}$/m))
  const { payments } = JSON.parse(await (await fetch(`${ready.url}/_sandbox/payments`)).text())
  // Those of before the reset have their steps, too.
  expect(payments).toMatchObject([
    { test: { label: 'again' }, steps: [{ kind: 'purchase' }] },
    { test: { number: 1, label: null }, steps: [{ kind: 'purchase', text: 'approved' }] },
  ])
  await opened.interrupt()
  await rm(cwd, { recursive: true, maxRetries: 10 })
})
