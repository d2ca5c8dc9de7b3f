import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualFaults } from '../../src/judge/sweep/cells/fault.ts'
import { BinaryProcess, runBinary } from '../support/binary.ts'
import { sandgate } from '../support/command.ts'
import { hasWholeSweeps, isWhole } from '../support/extent.ts'
import { inlineScript } from '../support/inline-script.ts'

const clients = path.resolve(import.meta.dirname, '../../examples/clients')
const node = process.execPath

/** What every script begins with. */
const suite = `
const { SANDGATE_URL: url, SANDGATE_API: api } = process.env
let id = 0
const post = (address, body) => fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': 'id-' + process.pid + '-' + (id += 1) },
  body: JSON.stringify(body),
})
const card = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }
const pay = (reference, total_amount = '1995') => post(api + '/transactions/purchase', {
  merchant: { id: 1 },
  transaction: { reference, amount_details: { total_amount, currency: 'AUD' }, payment_method: { creditcard: card } },
})
const payTwice = async (reference) => { const first = await pay(reference).catch(() => ({ ok: false })); if (!first.ok) await pay(reference) }
/** Asks after a lost answer, and sends it again only if nothing was processed. */
const careful = async (send) => {
  for (;;) {
    const answer = await send().then((got) => got.status < 500 && got.json()).catch(() => undefined)
    if (answer) return answer
    const found = await fetch(api + '/transactions?merchant_id=1&correlation_id_lookup=id-' + process.pid + '-' + id)
    const [known] = (await found.json()).results
    if (known) return known
  }
}
const refund = (audit) => post(api + '/transactions/' + audit + '/refund', {
  merchant: { id: 1 },
  transaction: { reference: 'A-1 back', amount_details: { total_amount: '500', currency: 'AUD' } },
})
const act = (audit, kind, amount_details) => post(api + '/transactions/' + audit + '/' + kind, {
  merchant: { id: 1 },
  transaction: { reference: 'A-1', ...(amount_details && { amount_details }) },
})
const whole = { total_amount: '1995', currency: 'AUD' }
/** Sends it again at once, whatever happened to the first. */
const blindly = async (send) => { const first = await send().catch(() => ({ ok: false })); if (!first.ok) await send() }
const look = (id) => fetch(api + '/transactions?merchant_id=1&correlation_id_lookup=' + id)
/** Takes a search that fails for one that finds nothing. */
const misreading = async (send) => {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const answer = await send().then((got) => got.status < 500 && got.json()).catch(() => undefined)
    if (answer) return answer
    const found = await look('id-' + process.pid + '-' + id).then((got) => got.json()).catch(() => ({}))
    if (found.results?.[0]) return found.results[0]
  }
}
/** After a lost response, voids the payment that it finds, and pays anew. */
const startingOver = async (voiding) => {
  if ((await pay('A-1').catch(() => ({ ok: false }))).ok) return
  const [found] = (await (await look('id-' + process.pid + '-' + id)).json()).results
  if (found) await voiding(() => act(found.audit, 'void'))
  await careful(() => pay('A-1'))
}
const hold = (reference = 'A-1') => post(api + '/transactions/preauthorisation', { merchant: { id: 1 },
  transaction: { reference, amount_details: whole, payment_method: { creditcard: card } } })
/** If its hold was not completed, gives it up, and takes the money with a new one. */
const holdingAgain = async (take) => {
  const { audit } = await careful(hold)
  if ((await act(audit, 'completion', whole).catch(() => ({ ok: false }))).ok) return
  if ((await (await look('id-' + process.pid + '-' + id)).json()).results[0]) return
  await careful(() => act(audit, 'void'))
  await take()
}
const takeCarefully = async () => { const { audit } = await careful(hold); await careful(() => act(audit, 'completion', whole)) }
const takeBlindly = async (attempt = 1) => {
  const held = await hold().then((got) => got.ok && got.json()).catch(() => undefined)
  const taken = held && await act(held.audit, 'completion', whole).catch(() => ({ ok: false }))
  if (!taken?.ok && attempt < 3) await takeBlindly(attempt + 1)
}
/** An order with ids of its own, which asks until it knows, and sends again what was not processed. */
const order = async (reference) => {
  for (let attempt = 1; ; attempt += 1) {
    const own = reference + '-' + process.pid + '-' + attempt
    const headers = { 'content-type': 'application/json', 'x-correlation-id': own }
    const body = JSON.stringify({ merchant: { id: 1 }, transaction: { reference, amount_details: whole, payment_method: { creditcard: card } } })
    const paid = await fetch(api + '/transactions/purchase', { method: 'POST', headers, body }).then((got) => got.ok && got.json()).catch(() => undefined)
    if (paid) return
    let found
    while (!found) found = await look(own).then((got) => got.ok && got.json()).catch(() => undefined)
    if (found.results[0]) return
  }
}
/** Gives up after a moment, searches, and sends it again if nothing is found. */
const hasty = async (idOf) => {
  for (let n = 1; ; n += 1) {
    const own = idOf(n)
    const headers = { 'content-type': 'application/json', 'x-correlation-id': own }
    const body = JSON.stringify({ merchant: { id: 1 }, transaction: { reference: 'A-1', amount_details: whole, payment_method: { creditcard: card } } })
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(500) }
    const paid = await fetch(api + '/transactions/purchase', request).then((got) => got.ok && got.json()).catch(() => undefined)
    if (paid) return paid
    const [found] = (await look(own).then((got) => got.json())).results
    if (found) return found
  }
}
/** Two workers that take the same job, the second a little later. */
const twoWorkers = async () => {
  let isPaid = false
  const work = async () => { if (!isPaid) await pay('A-1').then(() => { isPaid = true }) }
  const first = work()
  await new Promise((done) => setTimeout(done, 500))
  await Promise.all([first, work()])
}
/** Two workers that do this, the second a little later; with a lock, only after the first. */
const inTwoTabs = async (save, isLocked) => {
  const first = save('one')
  if (isLocked) await first
  else await new Promise((done) => setTimeout(done, 500))
  await Promise.all([first, save('two')])
}
const saveCustomer = async (tab) => {
  const found = await fetch(api + '/customers?merchant_id=1&name=Ann').then((got) => got.json())
  if (found.results.length === 0) await customer('ann-' + tab)
}
const post2 = (path, body) => post(api + path, body)
const customer = (reference) => post2('/customers', { reference, name: 'Ann Example' }).then((got) => got.json())
const reset = (label) => post(url + '/_sandbox/reset', { label })
const scratch = process.env.SANDGATE_SCRATCH + '/note'
const note = (text) => appendFileSync(scratch, text + ' ')
const noted = () => { try { return readFileSync(scratch, 'utf8') } catch { return '' } }
const accepted = async (answer) => { if (!(await answer).ok) throw new Error('not paid') }
/** How often it has been run. */
const runs = (name) => { appendFileSync(name, '.'); return readFileSync(name, 'utf8').length }
`

const scripts: Readonly<Record<string, string>> = {
  labelled: `await reset('first test'); await payTwice('A-1'); await reset('second test'); await payTwice('A-1')`,
  // Half an answer is a lost one: only the whole text counts.
  payTwice: `await payTwice('A-1')`,
  twins: `await careful(() => pay('A-1')); const { audit } = await careful(() => pay('A-1'))
    await careful(() => refund(audit)); await careful(() => refund(audit))`,
  blindActs: `const { audit } = await careful(() => pay('A-1')); await blindly(() => act(audit, 'refund', whole))
    const { audit: other } = await careful(() => pay('A-2')); await blindly(() => act(other, 'void'))`,
  misreads: `await misreading(() => pay('A-1'))`,
  startsOver: `await startingOver((send) => send().catch(() => undefined))`,
  startsOverCarefully: `await startingOver(careful)`,
  holdsAgain: `await holdingAgain(takeBlindly)`,
  holdsAgainCarefully: `await holdingAgain(takeCarefully)`,
  sideBySide: `await Promise.all(['A-1', 'A-2', 'A-3'].map(order))`,
  sameId: `await hasty(() => 'same-' + process.pid)`,
  newId: `await hasty((n) => 'new-' + process.pid + '-' + n)`,
  impatient: `const paid = await hasty(() => 'i-' + process.pid); if (paid.status.transaction_status_code !== 'approved') await pay('A-1')`,
  twoWorkers: `await twoWorkers()`,
  twoTabs: `await inTwoTabs(saveCustomer)`,
  forgetfulJob: `if (noted() === '') { await accepted(pay('A-1')); note('paid') }`,
  carefulJob: `note('job-' + process.pid); const [own] = noted().split(' ')
    if ((await look(own).then((got) => got.json())).results.length === 0) await hasty(() => own)`,
  givesUp: `note('id-' + process.pid + '-1'); await pay('A-1').catch(() => undefined)`,
  nightly: `await look(noted().trim())`,
  suffixed: `let attempt = 0; await careful(() => pay('A-1-' + (attempt += 1)))`,
  suffixedTwice: `let attempt = 0; await blindly(() => pay('A-1-' + (attempt += 1)))`,
  both: `await reset('one'); await payTwice('A-1'); await reset('two'); await payTwice('A-1')`,
  one: `await reset('one'); await payTwice('A-1')`,
  hostile: `await reset('fills {pattern}; touch pwned #'); await payTwice('A-1')`,
  two: `await reset('two'); console.log('two does not pay'); process.exit(1)`,
  resetting: `await reset(); await careful(() => pay('A-1'))`,
  fails: `await pay('A-1'); process.exit(3)`,
  idle: ``,
  fickle: `for (let n = runs('fickle'); n > 0; n -= 1) await pay('A-' + n)`,
  oddOnce: `if (runs('oddOnce') === 2) await payTwice('A-1'); await careful(() => pay('A-2'))`,
  shrinking: `await pay('A-1').catch(() => undefined); if (runs('shrinking') < 3) await pay('A-2')`,
  waits: `await pay('A-1').catch(() => undefined); await globalThis.waitingRun()`,
  patient: `await pay('A-1').catch(() => undefined)`,
  twiceAtOnce: `await Promise.all([pay('A-0'), pay('A-0')]); await careful(() => pay('A-1'))`,
  wrongAlways: `await blindly(() => pay('A-0', '9800500')); await careful(() => pay('A-1'))`,
  deletes: `await pay('A-1').catch(() => undefined); await fetch(url + '/_sandbox/report', { method: 'DELETE' })`,
  books: `let paid = 1000; await careful(() => pay('A-1').catch((cause) => { paid = 500; throw cause })); note(paid)`,
  pendingBooks: `const paid = await pay('A-1').then((got) => got.json())
    note(paid.status.transaction_status_code === 'approved' ? '"paid":1995' : '"paid":0,"pending":1995')`,
  comparesBooks: `const { status } = await pay('A-1').then((got) => got.json())
    const paid = status.transaction_status_code === 'approved' ? 1995 : 0
    const state = process.env.ORDER_STATE ?? 'open'
    await post(url + '/_sandbox/reconcile', { orders: [{ reference: 'A-1', paid, state }] })`,
  risingPrices: `const price = String(1000 * 2 ** runs('risingPrices')); await careful(() => pay('A-1', price)); await careful(() => pay('A-2', '500'))`,
  fallingTwice: `const price = String(900000 - 100000 * runs('fallingTwice')); await blindly(() => pay('A-1', price))`,
  luckyPrices: `card.pan = '4444333322221111'; await pay('A-1', runs('luckyPrices') % 2 === 0 ? '1000' : '1051'); await pay('A-2', '1000')`,
  polling: `let paid = await pay('A-1').then((got) => got.json())
    for (let n = 0; n < 40 && paid.status.transaction_status_code !== 'approved'; n += 1) {
      await new Promise((done) => setTimeout(done, 100))
      paid = (await look('id-' + process.pid + '-1').then((got) => got.json())).results[0]
    }
    if (paid.status.transaction_status_code !== 'approved') process.exit(1)`,
  stopping: `const paid = await pay('A-1').then((got) => got.json())
    if (paid.status.transaction_status_code === 'approved') await refund(paid.audit)`,
  waiting: `let paid = await pay('A-1').then((got) => got.json())
    while (paid.status.transaction_status_code === 'pending') {
      await new Promise((done) => setTimeout(done, 500))
      paid = await fetch(api + '/transactions/' + paid.audit).then((got) => got.json())
    }
    if (paid.status.transaction_status_code === 'approved') await refund(paid.audit)`,
  refusedOnce: `if (!(await pay('A-1')).ok) process.exit(1)`,
}

/** A command that runs a script in this process. */
function inProcess(name: string): readonly string[] {
  return inlineScript(suite + scripts[name], name)
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sweep-'))
  const imports = "import { appendFileSync, readFileSync } from 'node:fs'\n"
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(path.join(folder, `${name}.mjs`), imports + suite + text)
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true, maxRetries: 10 })
})

interface SweepJson {
  readonly verdict: string
  readonly examples: readonly { readonly cell: string }[]
  readonly not_tried: readonly {
    readonly what: string
    readonly how: string
    readonly narrows: boolean
  }[]
  readonly cells: readonly {
    readonly name: string
    readonly at: string
    readonly result: string
    readonly warnings: readonly string[]
    readonly findings: readonly {
      readonly code: string
      readonly subject: string
      readonly message: string
      readonly advice: string
    }[]
  }[]
}

/** A program in Node, which gives up early. */
function alone(file: string): readonly string[] {
  return ['env', 'SHOP_TIME_OUT_MS=4000', node, file]
}

async function sweep(options: readonly string[], command: readonly string[]) {
  const args = ['sweep', ...options, '--', ...command]
  const { code, stdout, stderr } = await sandgate(args, { cwd: folder })
  return { code, stdout, stderr }
}

async function sweepJson(options: readonly string[], command: readonly string[]) {
  const { code, stdout, stderr } = await sweep(['--json', ...options], command)
  if (stdout === '') throw new Error(stderr)
  const document: SweepJson = JSON.parse(stdout)
  const results = Object.fromEntries(document.cells.map(({ name, result }) => [name, result]))
  return { code, document, results }
}

const allForms = ['http', 'hang', 'reset', 'truncate']

/** The time of a test that sweeps with all faults in `npm run sweeps`, beside other work too. */
const WHOLE = hasWholeSweeps ? 1_800_000 : 120_000

test(
  'the careful shop is safe whatever happens to its responses, its searches and its retries',
  async () => {
    const wanted = [
      'purchase-1/after/reset',
      'purchase-1/after/reset+search-1/http',
      'purchase-1/before/http',
      'refund-1/before/reset+retry-1/after/reset',
    ]
    const options = hasWholeSweeps
      ? ['--faults', allForms.join(',')]
      : wanted.flatMap((cell) => ['--only', cell])
    const { code, document } = await sweepJson(options, alone(path.join(clients, 'careful.mjs')))
    const names = document.cells.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(wanted))
    expect(new Set(document.cells.map(({ result }) => result))).toEqual(new Set(['safe']))
    expect([code, document.verdict]).toEqual([0, 'safe'])
  },
  WHOLE,
)

test(
  'the naive shop is convicted at every response that is lost after the money moved',
  async () => {
    const faults = hasWholeSweeps ? allForms : ['reset']
    const { code, document } = await sweepJson(
      ['--faults', faults.join(','), '--depth', '1'],
      alone(path.join(clients, 'naive.mjs')),
    )
    const after = document.cells.filter(({ at }) => at === 'after')
    expect(after).toHaveLength(3 * faults.length)
    for (const { name, result } of after) {
      expect([name, result]).toEqual([
        name,
        name.startsWith('refund') ? 'double_refund' : 'double_charge',
      ])
    }
    const before = document.cells.filter(({ at }) => at === 'before')
    expect(new Set(before.map(({ result }) => result))).toEqual(new Set(['blind_retry']))
    expect([code, document.verdict]).toEqual([4, 'unsafe'])
  },
  WHOLE,
)

test('what is sent again blindly is convicted even if the gateway refuses it the second time', async () => {
  const { code, document, results } = await sweepJson(
    ['--at', 'after', '--faults', 'http,reset'],
    inProcess('blindActs'),
  )
  expect(results).toMatchObject({
    'refund-1/after/http': 'unresolved',
    'refund-1/after/reset': 'unresolved',
    'void-1/after/http': 'unresolved',
    'void-1/after/reset': 'unresolved',
    'purchase-1/after/reset': 'safe',
  })
  const found = document.cells.filter(({ name }) => /^(refund|void)/.test(name))
  for (const { findings } of found)
    expect(findings.map(({ code: one }) => one)).toEqual(['blind-retry'])
  expect([code, document.verdict]).toEqual([4, 'unsafe'])
})

test('a shop that takes a failed search for an empty one is found out when a search fails', async () => {
  const options = ['--at', 'after', '--faults', 'http,reset']
  const { code, results } = await sweepJson(options, inProcess('misreads'))
  expect(results).toEqual({
    'purchase-1/after/reset': 'safe',
    'purchase-1/after/http': 'safe',
    'purchase-1/after/reset+search-1/http': 'double_charge',
    'purchase-1/after/reset+search-1/reset': 'double_charge',
  })
  expect(code).toBe(4)
  const shallow = await sweepJson([...options, '--depth', '1'], inProcess('misreads'))
  expect([shallow.code, shallow.document.verdict]).toEqual([0, 'safe'])
  expect(shallow.document.not_tried).toContainEqual({
    what: 'failures during the recovery',
    how: 'add --depth 2',
    narrows: true,
  })
})

test.each([
  ['without looking', 'startsOver', { before: 'double_charge', after: 'unresolved' }],
  ['and searches', 'startsOverCarefully', { before: 'safe', after: 'safe' }],
])(
  'a void that only the recovery makes is broken too: a shop that continues %s',
  async (_, shop, expected) => {
    const base = 'purchase-1/after/http'
    const options = ['--at', 'before,after', '--faults', 'http', '--only', base]
    const { results } = await sweepJson(options, inProcess(shop))
    expect(results).toEqual({ [base]: 'safe' })
    const undo = `${base}+undo-1`
    const deeper = await sweepJson([...options.slice(0, -1), undo], inProcess(shop))
    expect(deeper.results).toEqual({
      [`${undo}/before/http`]: expected.before,
      [`${undo}/after/http`]: expected.after,
    })
  },
)

test.each([
  ['without looking', 'holdsAgain', { unmade: 'blind_retry', made: 'double_charge' }],
  ['and searches', 'holdsAgainCarefully', { unmade: 'safe', made: 'safe' }],
])(
  'a new hold and its completion are broken too: a shop that tries again %s',
  async (_, shop, expected) => {
    const base = 'completion-1/before/http'
    const options = ['--at', 'before,after', '--faults', 'http', '--only', base]
    const { results } = await sweepJson(options, inProcess(shop))
    expect(results).toEqual({ [base]: 'safe' })
    const [held, taken] = [`${base}+instead-1`, `${base}+instead-2`]
    const wanted = [held, taken].flatMap((one) => ['--only', one])
    const deeper = await sweepJson([...options.slice(0, -2), ...wanted], inProcess(shop))
    expect(deeper.results).toEqual({
      [`${held}/before/http`]: expected.unmade,
      [`${held}/after/http`]: expected.made,
      // The hold is made, and left to itself.
      [`${taken}/before/http`]: expected.made,
      [`${taken}/after/http`]: expected.made,
    })
  },
)

test('a client whose recovery was not broken at every call is not simply called safe', async () => {
  const options = ['--at', 'after', '--faults', 'reset']
  const { code, stdout } = await sweep(options, inProcess('sideBySide'))
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Safe: \d+ cells; not tried: the recovery from \d more calls? \(add --full\)/m,
  )
})

test('a recovery command that does not exist is reported, and not blamed on the client', async () => {
  const options = ['--at', 'after', '--faults', 'reset', '--crash', '--recover', 'no-such-command']
  const { code, stdout, stderr } = await sweep(options, inProcess('sideBySide'))
  expect(code).toBe(1)
  expect(stderr + stdout).toMatch(/--recover ended with 127, so it did not run: .*no-such-command/)
  expect(stdout).not.toMatch(/unresolved/i)
})

test('equal orders side by side are told apart, and the retry of each is attacked', async () => {
  const { code, results } = await sweepJson(['--faults', 'http,reset'], inProcess('sideBySide'))
  expect(new Set(Object.values(results))).toEqual(new Set(['safe']))
  expect(Object.keys(results)).toEqual(
    expect.arrayContaining([
      'purchase-1/after/reset+search-1/http',
      'purchase-1/before/reset+retry-1/after/reset',
    ]),
  )
  expect(Object.keys(results).filter((name) => name.includes('retry-2'))).toEqual([])
  expect(code).toBe(0)
})

test.each([
  ['sameId', { conflict: 'safe', delayed: 'safe', pending: 'safe' }],
  ['newId', { conflict: 'safe', delayed: 'double_charge' }],
  ['impatient', { pending: 'double_charge' }],
  ['payTwice', { conflict: 'double_charge' }],
  ['twoWorkers', { slow: 'double_charge' }],
])('%s meets conflicts, late requests, pending and slow responses', async (script, wanted) => {
  const faults = Object.keys(wanted)
  const options = ['--depth', '1', '--faults', faults.join(',')]
  const { results } = await sweepJson(options, inProcess(script))
  const cell = (fault: string) => `purchase-1/${fault === 'delayed' ? 'before' : 'after'}/${fault}`
  const named = Object.entries(wanted).map(([fault, result]) => [cell(fault), result])
  expect(results).toEqual(Object.fromEntries(named))
})

test.each([
  ['forgetfulJob', { again: 'safe', twice: 'double_charge', reset: 'double_charge' }],
  ['carefulJob', { again: 'safe', twice: 'safe', reset: 'safe' }],
])(
  '%s is started again after every fault and crash, and twice at once',
  async (script, { again, twice, reset }) => {
    const options = ['--idempotent', '--depth', '1', '--at', 'after', '--faults', 'reset']
    const { code, results, document } = await sweepJson(options, inProcess(script))
    const lost = { 'purchase-1/after/reset': reset, 'purchase-1/after/crash': reset }
    expect(results).toEqual({ again, twice, ...lost })
    expect(code).toBe(reset === 'safe' ? 0 : 4)
    expect(document.not_tried.map(({ how }) => how).join()).not.toMatch(/crash|idempotent/)
    if (twice === 'safe') return
    const [cell] = document.cells.filter(({ name }) => name === 'twice')
    expect(cell?.findings[0]?.message).toContain(
      'AUD 39.90 charged or held, AUD 19.95 in the baseline run',
    )
  },
)

test.each([
  ['careful-bill.mjs', 'safe'],
  ['forgetful-bill.mjs', 'double_charge'],
])(
  '%s, two of it at once: %s',
  async (job, result) => {
    const options = hasWholeSweeps ? [] : ['--only', 'twice']
    const command = alone(path.join(clients, job))
    const { code, results } = await sweepJson(['--idempotent', ...options], command)
    const [isSafe, { twice }] = [result === 'safe', results]
    expect([twice, code]).toEqual([result, isSafe ? 0 : 4])
    if (isSafe) expect(new Set(Object.values(results))).toEqual(new Set(['safe']))
  },
  WHOLE,
)

test.each([
  ['2h', 'safe'],
  ['25h', 'unresolved'],
])(
  'what was left open is settled by a job that runs %s later, while the gateway knows it: %s',
  async (wait, result) => {
    const nightly = inProcess('nightly').map((word) => `'${word}'`)
    const options = ['--advance', wait, '--recover', nightly.join(' ')]
    const only = ['--only', 'purchase-1/after/reset']
    const { results } = await sweepJson([...options, ...only], inProcess('givesUp'))
    expect(results).toMatchObject({ 'purchase-1/after/reset': result })
  },
)

test('the sums tell, whatever reference each attempt has', async () => {
  const options = ['--faults', 'http,reset']
  const careful = await sweepJson(options, inProcess('suffixed'))
  // It does not come through a search that fails.
  const others = Object.entries(careful.results).filter(([name]) => !name.includes('+search'))
  expect(new Set(others.map(([, result]) => result))).toEqual(new Set(['safe']))
  expect(others.map(([name]) => name)).toContain('purchase-1/before/reset+retry-1/after/http')
  const { results, document } = await sweepJson(options, inProcess('suffixedTwice'))
  expect(results['purchase-1/after/reset']).toBe('double_charge')
  const told = document.cells.find(({ name }) => name === 'purchase-1/after/reset')
  expect(told?.findings[0]).toMatchObject({
    message: expect.stringContaining('AUD 39.90 charged or held, AUD 19.95 in the baseline run'),
    advice: expect.stringMatching(/^Ask GET .*correlation_id_lookup=id-[\w-]+ until it responds/),
  })
  const [untried] = document.not_tried.filter(({ how }) => how === 'fix that first')
  expect(untried?.what.split(/, |(?<=second fault after) /).sort()).toEqual([
    'a second fault after',
    'because the first is unsafe already',
    'purchase-1/after/reset',
    'purchase-1/before/reset',
  ])
})

test('--each runs the test of a call alone, or all where it cannot', async () => {
  const [[program, flag, line]] = [inProcess('one'), inProcess('two')]
  const each = `${program} ${flag} '${line}' {test}`
  const options = ['--at', 'after', '--faults', 'http', '--each', each, '--artifacts', 'alone']
  const { results, document } = await sweepJson(options, inProcess('both'))
  expect(results).toEqual({
    'one/purchase-1/after/http': 'double_charge',
    'two/purchase-1/after/http': 'double_charge',
  })
  const resets = async (cell: string) => {
    const file = path.join(folder, 'alone', cell, 'purchase-1/after/http/run.jsonl')
    const names = (await readFile(file, 'utf8')).match(/"record":"test".*?"name":"\w+"/g)
    return names?.map((line) => line.slice(line.lastIndexOf('"name')))
  }
  expect(await resets('one')).toEqual(['"name":"one"'])
  expect(await resets('two')).toEqual(['"name":"one"', '"name":"two"'])
  expect(document.not_tried).toContainEqual({
    what: "test 'two' alone",
    how: '--each: exit code 1: two does not pay',
    narrows: false,
  })
})

test('--each replaces no placeholder in the name of a test', async () => {
  const [program, flag, line] = inProcess('hostile')
  const each = `printf '%s\\n' {test} {pattern} > named; ${program} ${flag} '${line}'`
  const options = ['--only', 'fills-pattern-touch-pwned/purchase-1/after/http', '--each', each]
  const { results } = await sweepJson(options, inProcess('hostile'))
  expect(Object.values(results)).toEqual(['double_charge'])
  expect(await readFile(path.join(folder, 'named'), 'utf8')).toBe(
    'fills {pattern}; touch pwned #\n^fills \\{pattern\\}; touch pwned #$\n',
  )
  expect(await readdir(folder)).not.toContain('pwned')
})

test.runIf(isWhole)(
  'the careful shop comes through late and undecided responses, a busy gateway and crashes',
  async () => {
    const cells = [
      'purchase-1/after/late',
      'purchase-1/after/unknown',
      'purchase-1/before/busy',
      'purchase-1/after/crash',
      'refund-1/before/crash',
      'purchase-1/before/reset+retry-1/after/late',
      'purchase-1/after/crash+search-1/http',
    ]
    const only = cells.flatMap((cell) => ['--only', cell])
    const shop = alone(path.join(clients, 'careful.mjs'))
    const { code, results } = await sweepJson(['--crash', ...only], shop)
    expect(results).toEqual(Object.fromEntries(cells.map((cell) => [cell, 'safe'])))
    expect(code).toBe(0)
  },
)

test.runIf(isWhole)(
  'a shop that notes nothing pays again after a crash, and --recover is named',
  async () => {
    const options = ['--crash', '--only', 'purchase-1/after/crash']
    const late = ['--only', 'purchase-1/after/late', '--report', 'crash.json']
    const { code, stdout } = await sweep(
      [...options, ...late],
      alone(path.join(clients, 'naive.mjs')),
    )
    const { cells }: SweepJson = JSON.parse(await readFile(path.join(folder, 'crash.json'), 'utf8'))
    expect([code, cells.map(({ name, result }) => [name, result])]).toEqual([
      4,
      expect.arrayContaining([
        ['purchase-1/after/crash', 'double_charge'],
        ['purchase-1/after/late', 'double_charge'],
      ]),
    ])
    expect(stdout).toContain("pass it: --recover '<command>'.")
    expect(stdout).toContain('the client was killed, ')
    expect(stdout).not.toContain('stopped waiting')
    expect(stdout).toContain('Instead: before you send the request, save the correlation id')
    const recover = ['--recover', alone(path.join(clients, 'naive.mjs')).join(' ')]
    const own = await sweep([...options, ...recover], alone(path.join(clients, 'naive.mjs')))
    expect(own.stdout).not.toContain('pass it: --recover')
  },
)

test.runIf(isWhole)('a crash whose traces the tests throw away proves nothing', async () => {
  const options = ['--crash', '--only', 'purchase-1/after/crash']
  const { results } = await sweepJson(options, alone('resetting.mjs'))
  expect(results).toEqual({ 'purchase-1/after/crash': 'not_reached' })
  const found = await sweepJson(
    [...options, '--recover', alone('suffixedTwice.mjs').join(' ')],
    alone('resetting.mjs'),
  )
  expect(found.results).toEqual({ 'purchase-1/after/crash': 'double_charge' })
})

test(
  'what is bought or refunded twice on purpose is no double charge',
  async () => {
    const lost = hasWholeSweeps ? ['http', 'reset', 'truncate'] : ['truncate']
    const { code, document } = await sweepJson(
      ['--depth', '1', '--faults', lost.join(',')],
      inProcess('twins'),
    )
    expect(document.cells).toHaveLength(8 * lost.length)
    expect(new Set(document.cells.map(({ result }) => result))).toEqual(new Set(['safe']))
    expect([code, document.verdict]).toEqual([0, 'safe'])
  },
  WHOLE,
)

test('the text has the grid, the steps and a line to repeat each cell', async () => {
  const cell = 'second-test/purchase-1/after/reset'
  const { code, stdout } = await sweep(['--only', cell], inProcess('labelled'))
  expect(code).toBe(4)
  expect(stdout).toMatch(/^second-test\/purchase-1 .* AUD 19\.95 +D$/m)
  expect(stdout).toContain('Charged twice: AUD 39.90 for an order of AUD 19.95.')
  expect(stdout).toContain(`npx sandgate sweep --only ${cell} -- `)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    'Unsafe: 1 cell. 1 double charge, up to AUD 19.95 overcharged in one cell',
  )
})

test('reports are written in the format of their endings, and runs are kept', async () => {
  const endings = ['json', 'xml', 'md', 'html', 'txt']
  const reports = endings.flatMap((ending) => ['--report', `sweep.${ending}`])
  const only = ['--only', 'first-test/purchase-1/after/http']
  const { stdout } = await sweep(
    [...only, ...reports, '--artifacts', 'kept', '--record', 'clean.jsonl'],
    inProcess('labelled'),
  )
  expect(stdout).toContain(`\nReport written: ${endings.map((one) => `sweep.${one}`).join(', ')}\n`)
  const [json = '', ...others] = await Promise.all(
    endings.map((ending) => readFile(path.join(folder, `sweep.${ending}`), 'utf8')),
  )
  expect(JSON.parse(json)).toMatchObject({ verdict: 'unsafe', counts: { double_charge: 1 } })
  for (const text of others) expect(text).toMatch(/double charge/i)
  for (const [run, verdict] of [
    ['kept/first-test/purchase-1/after/http/run.jsonl', 'unsafe'],
    ['clean.jsonl', expect.not.stringMatching('unsafe')],
  ] as const) {
    const { stdout } = await sandgate(['report', run, '--json'], { cwd: folder })
    expect([run, JSON.parse(stdout).verdict]).toEqual([run, verdict])
  }
})

test.each([
  ['fails', /^error: The command fails without any fault \(exit code 3\)[^\n]*\n$/],
  [
    'idle',
    /^error: The command made no payment\.\nerror: The address is in SANDGATE_API\. If your code reads another variable: npx sandgate sweep --env GATEWAY_URL -- …\nerror: Tests that .* connectSandbox\(\) under sweep\.\n$/,
  ],
  [
    'luckyPrices',
    'Your amounts differ from run to run, and with them how many payments move money',
  ],
  ['fickle', "Three baseline runs made different calls (purchase 'A-2'); give each test a label"],
])('%s cannot be swept', async (script, reason) => {
  const { code, stdout, stderr } = await sweep([], inProcess(script))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(reason)
})

test('a baseline run that differs from two others is left out, and named', async () => {
  const only = ['--only', 'purchase-1/after/reset']
  const { document, results } = await sweepJson(only, alone('oddOnce.mjs'))
  expect(results).toEqual({ 'purchase-1/after/reset': 'safe' })
  expect(document.not_tried.map(({ what }) => what)).toContain(
    'calls that differed between two baseline runs, so that a third run decided',
  )
})

test('a fault that is not met is never called safe', async () => {
  const only = ['--only', 'purchase-2/after/http']
  const { code, results, document } = await sweepJson([...only], inProcess('shrinking'))
  expect([code, document.verdict]).toEqual([0, 'untested'])
  expect(results).toEqual({ 'purchase-2/after/http': 'not_reached' })
  await rm(path.join(folder, 'shrinking'))
  expect((await sweep([...only, '--strict'], inProcess('shrinking'))).code).toBe(4)
})

test.runIf(isWhole)('a command that does not end is stopped and told', async () => {
  const { code, results } = await sweepJson(
    ['--only', 'purchase-1/after/hang'],
    inProcess('patient'),
  )
  expect([code, results]).toEqual([0, { 'purchase-1/after/hang': 'hung' }])
})

test('a client that gives up what was clearly refused is not safe: its sale is lost', async () => {
  const only = ['--only', 'purchase-1/before/busy', '--only', 'purchase-1/after/slow']
  const { code, document, results } = await sweepJson(only, inProcess('refusedOnce'))
  expect(results).toEqual({
    'purchase-1/before/busy': 'failed_safe',
    'purchase-1/after/slow': 'safe',
  })
  expect([code, document.verdict]).toEqual([0, 'warnings'])
})

/** A config that accepts findings, as a file in the folder of the tests. */
async function accepting(...entries: readonly string[]): Promise<readonly string[]> {
  const lines = entries.map((entry) => `    - { ${entry}, because: 'a job settles it' }`)
  const name = `accept-${entries.join().replaceAll(/\W+/g, '-')}.yaml`
  await writeFile(path.join(folder, name), ['report:', '  accept:', ...lines, ''].join('\n'))
  return ['--config', name]
}

test('an accepted result is shown as what it is, with its reason, and does not fail the sweep', async () => {
  const only = ['--only', 'purchase-1/after/reset', '--only', 'purchase-1/before/http']
  const config = await accepting('code: unresolved')
  const { code, document } = await sweepJson([...only, ...config], inProcess('patient'))
  expect(code).toBe(0)
  expect(document).toMatchObject({
    verdict: 'warnings',
    counts: { unresolved: 2 },
    cells: [{ accepted: [{ code: 'unresolved', because: 'a job settles it' }] }, {}],
  })
  const config2 = await accepting("code: unresolved, test: 'another test'")
  const other = await sweepJson([...only, ...config2], inProcess('patient'))
  expect([other.code, other.document.verdict]).toEqual([4, 'unsafe'])
})

test('a result is accepted only if its money is accepted too, and every other error', async () => {
  const only = ['--only', 'purchase-1/after/reset']
  const wrong = await accepting('code: unresolved', 'code: blind-retry')
  expect((await sweepJson([...only, ...wrong], inProcess('payTwice'))).code).toBe(4)
  const config = await accepting('code: double-charge', 'code: blind-retry')
  const { code, results } = await sweepJson([...only, ...config], inProcess('payTwice'))
  expect([code, results]).toEqual([0, { 'purchase-1/after/reset': 'double_charge' }])
})

test.each([
  ['risingPrices', 'safe', 'safe'],
  ['fallingTwice', 'double_charge', 'blind_retry'],
])(
  '%s: where amounts differ from run to run, payments are counted',
  async (script, after, before) => {
    const only = ['purchase-1/after/reset', 'purchase-1/before/reset']
    const options = only.flatMap((cell) => ['--only', cell])
    const { results } = await sweepJson(options, inProcess(script))
    expect(results).toEqual({ [only[0] ?? '']: after, [only[1] ?? '']: before })
  },
)

test.each([
  ['that stops at pending', 'stopping', ['ignored-pending']],
  ['that waits', 'waiting', []],
])('a client %s before its refund has lost no sale', async (_what, script, codes) => {
  const { document } = await sweepJson(['--only', 'purchase-1/after/pending'], inProcess(script))
  const [cell] = document.cells
  expect(cell).toMatchObject({ result: 'safe', sale_lost: false, warnings: [] })
  const found = cell?.findings.map(({ code, advice }) => [code, advice])
  const advice = expect.stringMatching(/^Ask GET \S+1000001 until the status is approved/)
  expect(found).toEqual(codes.map((code) => [code, advice]))
})

test('a bank decides in real time even if the sandbox clock is frozen', async () => {
  const only = ['--only', 'purchase-1/after/unknown', '--only', 'purchase-1/after/pending']
  const clock = ['--clock', '2026-11-02T09:00:00+11:00']
  const { results } = await sweepJson([...only, ...clock], inProcess('polling'))
  expect(results).toEqual({
    'purchase-1/after/unknown': 'safe',
    'purchase-1/after/pending': 'safe',
  })
})

test.each([['twoTabs', 'customer_create-1', 'duplicate_customer']])(
  '%s: workers that look before they create meet a slow vault in a usual sweep',
  async (script, call, result) => {
    const options = ['--depth', '1', '--faults', 'slow']
    const { results } = await sweepJson(options, inProcess(script))
    expect(results).toMatchObject({ [`${call}/after/slow`]: result })
  },
)

test('what is wrong without any fault comes first, fails the sweep, and is never the call that --quick chooses', async () => {
  const options = ['--quick', '--at', 'after', '--faults', 'reset', '--depth', '1']
  const { code, stdout, stderr } = await sweep(
    [...options, '--report', 'wrong.json'],
    inProcess('wrongAlways'),
  )
  expect(code).toBe(4)
  const line =
    'Unsafe without any fault: 1 double charge, 1 blind retry, 1 unresolved in the baseline run.'
  expect(stdout.slice(0, line.length)).toBe(line)
  expect(stderr).toContain(`Sweep: ${line}`)
  expect(stdout).toContain(
    'Unsafe, without any fault (1 double charge, 1 blind retry, 1 unresolved): 1 cell. 1 safe',
  )
  const { verdict, cells }: SweepJson = JSON.parse(
    await readFile(path.join(folder, 'wrong.json'), 'utf8'),
  )
  expect(cells.map(({ name, result }) => [name, result])).toEqual([
    ['purchase-3/after/reset', 'safe'],
  ])
  expect(verdict).toBe('unsafe')
})

test.each([
  [[], 0, 'Warnings', '1 double click or duplicate job'],
  [['--unique-references'], 4, 'Unsafe', '1 order paid again'],
])(
  'a suite that pays an order twice at once without any fault, with %j, ends with %i',
  async (options, exit, verdict, what) => {
    const only = ['--only', 'purchase-3/before/http', ...options]
    const { code, stdout } = await sweep(only, inProcess('twiceAtOnce'))
    expect(code).toBe(exit)
    expect(stdout.startsWith(`${verdict} without any fault: ${what} in the baseline run.`)).toBe(
      true,
    )
    expect(stdout).toContain(`${verdict}, without any fault (${what}): 1 cell. 1 safe`)
    const isHinted = stdout.includes('--unique-references makes it an error')
    expect(isHinted).toBe(exit === 0)
  },
)

test('a suite that deletes its report hides nothing from a sweep', async () => {
  const { results } = await sweepJson(['--only', 'purchase-1/after/reset'], inProcess('deletes'))
  expect(results).toEqual({ 'purchase-1/after/reset': 'unresolved' })
})

test('books that differ by another amount than without any fault are reported', async () => {
  const books = `echo '[{"reference":"A-1","paid":'$(cat $SANDGATE_SCRATCH/note)',"currency":"AUD"}]'`
  const only = ['--only', 'purchase-1/after/http', '--only', 'purchase-1/after/reset']
  const { results } = await sweepJson([...only, '--books', books], inProcess('books'))
  expect(results).toEqual({
    'purchase-1/after/http': 'safe',
    'purchase-1/after/reset': 'books_differ',
  })
})

test('books are compared with what was decided when the command ended, however slow they are', async () => {
  const books = `sleep 2.2; echo '[{"reference":"A-1",'$(cat $SANDGATE_SCRATCH/note)'}]'`
  const only = ['--only', 'purchase-1/after/pending']
  const { document } = await sweepJson([...only, '--books', books], inProcess('pendingBooks'))
  const [cell] = document.cells
  expect(cell?.result).toBe('safe')
  expect(cell?.findings.map(({ code }) => code)).toEqual(['ignored-pending'])
})

test.each([
  ['open', 'safe', 'warnings'],
  ['cancelled', 'books_differ', 'unsafe'],
])(
  'a pending payment of an order that is %s in the books of the suite: %s',
  async (state, result, verdict) => {
    const command = ['env', `ORDER_STATE=${state}`, node, 'comparesBooks.mjs']
    const { document } = await sweepJson(['--only', 'purchase-1/after/pending'], command)
    const [cell] = document.cells
    expect([cell?.result, document.verdict]).toEqual([result, verdict])
    expect(cell?.findings.map(({ code }) => code)).toContain('pending-not-booked')
    expect(document.not_tried.map(({ what }) => what)).not.toContain('your books')
  },
)

test('what the time limit leaves no time for was not run', async () => {
  const { document } = await sweepJson(['--time-limit', '1ms'], inProcess('labelled'))
  expect(new Set(document.cells.map(({ result }) => result))).toEqual(new Set(['not_run']))
})

test('a sweep that is stopped ends with the signal, and what it has', async () => {
  const runs = new EventEmitter()
  const third = once(runs, 'third')
  let count = 0
  const waitingRun = async () => {
    count += 1
    if (count > 2) runs.emit('third')
    // The third run, a cell, does not end by itself.
    if (count > 2) await once(runs, 'never')
  }
  Object.assign(globalThis, { waitingRun })
  const options = ['--json', '--at', 'after', '--faults', 'reset,http', '--jobs', '1']
  const args = ['sweep', ...options, '--', ...inProcess('waits')]
  await using stopped = new BinaryProcess(args, { cwd: folder })
  await third
  stopped.kill('SIGTERM')
  const { code, stdout } = await stopped.ended
  expect(code).toBe(143)
  const { not_tried, cells }: SweepJson = JSON.parse(stdout)
  expect(cells.map(({ result }) => result)).toEqual(['not_run', 'not_run'])
  expect(not_tried).toContainEqual({
    what: '2 cells',
    how: 'the sweep was stopped',
    narrows: false,
  })
  expect(not_tried.map(({ how }) => how).join()).not.toMatch(/--time-limit|login/)
})

test('many runs at the same time cause no warning of Node', async () => {
  const faults = ['--depth', '1', '--faults', 'reset,http,truncate,unknown']
  const options = [...faults, '--jobs', '14', '--json']
  const args = ['sweep', ...options, '--', node, 'labelled.mjs']
  const { code, stderr } = await runBinary(args, { cwd: folder })
  expect([code, stderr]).toEqual([4, expect.not.stringContaining('Warning')])
})

// In /proc, Node's own way to make a folder with its parents never ends.
test.each([
  ['labelled.mjs/kept', 1],
  ['/proc/none/kept', 1],
])(
  'a folder that cannot be made for --artifacts is refused before anything is run: %s',
  async (keep, exit) => {
    const { code, stderr } = await sweep(['--artifacts', keep], ['false'])
    expect(code).toBe(exit)
    expect(stderr).toMatch(/^error: No runs can be kept in --artifacts '[^']*': [^\n]*\n$/)
  },
)

test('without a folder for temporary files neither sweep nor exec --tls hangs', async () => {
  const env = { TMPDIR: '/nowhere' }
  for (const words of [['sweep'], ['exec', '--tls']]) {
    const { code, stderr } = await runBinary([...words, '--', 'true'], { cwd: folder, env })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: No temporary folder in \/nowhere: .*; set TMPDIR to [^\n]*\n$/,
      ),
    ])
  }
})

test.each([
  [['--only', 'purchase-9'], "There is no cell 'purchase-9'; the calls are purchase-1"],
  [
    ['--only', 'purchase-1/after/busy'],
    "There is no cell 'purchase-1/after/busy'; valid faults for purchase-1 are after/reset, ",
  ],
])('%j is refused', async (options, reason) => {
  const { code, stderr } = await sweep(options, inProcess('patient'))
  expect(code).toBe(2)
  expect(stderr).toContain(reason)
})

test.each([
  [
    ['--faults', 'delayed', '--at', 'after'],
    '--faults delayed never happens after processing: change',
  ],
  [['--only', 'purchase'], "Invalid --only 'purchase': it must name a cell, such as purchase-1/"],
  [
    ['--only', 'purchase-1/after/rset'],
    "'purchase-1/after/rset'. Did you mean 'purchase-1/after/reset'? Use http, hang, reset, ",
  ],
  [['--quick', '--full'], '--quick and --full contradict each other: leave one of them out'],
  [['--recover', 'npm start'], '--recover runs after a crash or later: add --crash or --advance'],
  [['--advance', '1h'], "--advance needs a command to run afterwards: add --recover '<command>'"],
  [
    ['--idempotent', '--crash'],
    'runs the command again after every fault and crash: leave --crash',
  ],
  [
    ['--each', 'npm test'],
    'write {test} where the name of the test goes, or {pattern} for a regular expression',
  ],
  [['--each', 'run {test} "it\\"s {world}"'], 'write {world} without quotes around it'],
  [['--shard', '3/2'], 'write the part and the number of parts, such as 2/8'],
])('%j is refused before anything is run', async (options, reason) => {
  const { code, stdout, stderr } = await sweep(options, ['false'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(reason)
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
})

test.runIf(hasWholeSweeps)(
  'the example shop is safe in every cell of the quick sweep, with crashes',
  async () => {
    const shop = path.resolve(clients, '../merchant-app')
    const everyForm = [...usualFaults, 'delayed'].join(',')
    const each = `cd '${shop}' && node --test --test-name-pattern {pattern} test/{world}.test.mjs`
    const recover = `node '${path.join(shop, 'test/recover.mjs')}'`
    const files = ['checkout', 'hold', 'refund', 'stored-card'].map((name) =>
      path.join(shop, 'test', `${name}.test.mjs`),
    )
    const { code, document } = await sweepJson(
      ['--quick', '--faults', everyForm, '--crash', '--recover', recover, '--each', each],
      [node, '--test', ...files],
    )
    const wrong = document.cells.filter(({ result }) => !/safe$/.test(result))
    expect(wrong.map(({ name, result }) => [name, result])).toEqual([])
    expect([code, document.verdict]).toEqual([0, 'safe'])
  },
  3_600_000,
)
