import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualFaults } from '../../src/judge/sweep/cells/fault.ts'
import { BinaryProcess, runBinary } from '../support/binary.ts'
import { sandgate } from '../support/command.ts'
import { hasLong, hasWholeSweeps, isWhole } from '../support/extent.ts'
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
const holdOrPay = async (reference) => {
  const held = await hold(reference).then((got) => got.json()).catch(() => undefined)
  await careful(() => held ? act(held.audit, 'completion', whole) : pay(reference))
}
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
/** Finds the payment, and pays once more nevertheless; the suite stops there. */
const stopping = async (reference) => {
  if ((await pay(reference).catch(() => ({ ok: false }))).ok) return
  await look('id-' + process.pid + '-' + id)
  if (payAgain) await pay(payAgain(reference))
  process.exit(1)
}
let payAgain
/** Pays once more, asks only then, and leaves out the last order. */
const skipping = async () => {
  let isLost = false
  for (const reference of ['A-1', 'A-2', 'A-3']) {
    if (isLost && reference === 'A-3') return
    if ((await pay(reference).catch(() => ({ ok: false }))).ok) continue
    isLost = true
    const lost = 'id-' + process.pid + '-' + id
    await payAgain(reference)
    await look(lost)
  }
}
/** Looks after every payment, and takes a search that fails for one that finds nothing. */
const checking = async (reference) => {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await pay(reference).catch(() => undefined)
    const found = await look('id-' + process.pid + '-' + id).then((got) => got.json()).catch(() => ({}))
    if (found.results?.[0]) return
  }
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
/** Looks once at an undecided payment, and then tells the customer that it failed. */
const resigning = async () => {
  const paid = await pay('A-1').then((got) => got.json())
  if (paid.status.transaction_status_code !== 'approved') await look('id-' + process.pid + '-' + id).then((got) => got.json())
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
const saveCard = (ann) => async (tab) => {
  const found = await fetch(api + '/customers/' + ann + '/tokens?merchant_id=1').then((got) => got.json())
  if (found.results.length === 0) await token(ann, 'Card ' + tab)
}
const useCard = (n) => { card.pan = ['4111111111111111', '5555555555554444', '6011111111111117'][n % 3] }
const post2 = (path, body) => post(api + path, body)
const customer = (reference) => post2('/customers', { reference, name: 'Ann Example' }).then((got) => got.json())
const token = (id, preferred_name) => post2('/customers/' + id + '/tokens', { preferred_name, active: true,
  account: { general_creditcard: { 'CARD.PAN': card.pan, 'CARD.EXPIRY': '1230', 'CARD.NAME': 'Ann' } } }).then((got) => got.json())
const debit = () => post2('/transactions/purchase', { merchant: { id: 1 }, transaction: { reference: 'D-1',
  amount_details: whole, payment_method: { directdebit: { bsb: '032-056', account_number: '123456789', account_name: 'Ann' } } } })
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
  counted: `globalThis.startedRuns += 1; await reset('first test'); await payTwice('A-1')
    await reset('second test'); await payTwice('A-1')`,
  // Half an answer is a lost one: only the whole text counts.
  payTwice: `await payTwice('A-1')`,
  twins: `await careful(() => pay('A-1')); const { audit } = await careful(() => pay('A-1'))
    await careful(() => refund(audit)); await careful(() => refund(audit))`,
  naiveTwins: `await payTwice('A-1'); await payTwice('A-1')`,
  resignedTwins: `await pay('A-1').catch(() => undefined); await pay('A-1').catch(() => undefined)`,
  blindActs: `const { audit } = await careful(() => pay('A-1')); await blindly(() => act(audit, 'refund', whole))
    const { audit: other } = await careful(() => pay('A-2')); await blindly(() => act(other, 'void'))`,
  misreads: `await misreading(() => pay('A-1'))`,
  startsOver: `await startingOver((send) => send().catch(() => undefined))`,
  startsOverCarefully: `await startingOver(careful)`,
  holdsAgain: `await holdingAgain(takeBlindly)`,
  holdsAgainCarefully: `await holdingAgain(takeCarefully)`,
  paysInsteadOfHolding: `await holdOrPay('A-1')`,
  paysInsteadAtRandom: `await holdOrPay('R-' + process.pid)`,
  cancels: `if (!(await pay('A-1').catch(() => ({ ok: false }))).ok) {
      const [found] = (await look('id-' + process.pid + '-1').then((got) => got.json())).results
      if (found) await careful(() => act(found.audit, 'refund', whole))
    }`,
  cancelsTwice: `if (!(await pay('A-1').catch(() => ({ ok: false }))).ok) {
      const [found] = (await look('id-' + process.pid + '-1').then((got) => got.json())).results
      if (found) await blindly(() => act(found.audit, 'refund', { ...whole, total_amount: '900' }))
    }`,
  checks: `await checking('A-1')`,
  sideBySide: `await Promise.all(['A-1', 'A-2', 'A-3'].map(order))`,
  resignsUndecided: `await resigning()`,
  sameId: `await hasty(() => 'same-' + process.pid)`,
  newId: `await hasty((n) => 'new-' + process.pid + '-' + n)`,
  impatient: `const paid = await hasty(() => 'i-' + process.pid); if (paid.status.transaction_status_code !== 'approved') await pay('A-1')`,
  twoWorkers: `await twoWorkers()`,
  twoTabs: `await inTwoTabs(saveCustomer)`,
  twoLockedTabs: `await inTwoTabs(saveCustomer, true)`,
  twoCardTabs: `await inTwoTabs(saveCard((await customer('ann')).id))`,
  twoLockedCardTabs: `await inTwoTabs(saveCard((await customer('ann')).id), true)`,
  forgetfulJob: `if (noted() === '') { await accepted(pay('A-1')); note('paid') }`,
  randomJob: `await accepted(pay('A-' + process.pid))`,
  carefulJob: `note('job-' + process.pid); const [own] = noted().split(' ')
    if ((await look(own).then((got) => got.json())).results.length === 0) await hasty(() => own)`,
  givesUp: `note('id-' + process.pid + '-1'); await pay('A-1').catch(() => undefined)`,
  nightly: `await look(noted().trim())`,
  suffixed: `let attempt = 0; await careful(() => pay('A-1-' + (attempt += 1)))`,
  suffixedTwice: `let attempt = 0; await blindly(() => pay('A-1-' + (attempt += 1)))`,
  newCustomers: `let n = 0; await blindly(() => customer('ann-' + (n += 1)).then(({ id }) => ({ ok: id !== undefined })))`,
  newTokens: `const { id: ann } = await customer('ann'); let n = 0
    await blindly(() => token(ann, 'Card ' + (n += 1)).then(({ id }) => ({ ok: id !== undefined })))`,
  stops: `await stopping('A-1'); await stopping('A-2')`,
  stopsDoubled: `payAgain = (reference) => reference; await stopping('A-1'); await stopping('A-2')`,
  stopsSuffixed: `payAgain = (reference) => reference + '-2'; await stopping('A-1'); await stopping('A-2')`,
  stopsRandom: `payAgain = (reference) => reference; await stopping(process.pid + '-1'); await stopping(process.pid + '-2')`,
  skipsSuffixed: `payAgain = (reference) => pay(reference + '-2'); await skipping()`,
  skipsDearer: `payAgain = (reference) => pay(reference + '-2', '2045'); await skipping()`,
  skipsRandom: `payAgain = () => pay('again-' + process.pid); await skipping()`,
  skipsOtherCard: `payAgain = (reference) => { useCard(1); return pay('again-' + reference).finally(() => useCard(0)) }; await skipping()`,
  skipsNone: `let n = 0; for (const i of [1, 2, 3]) await careful(() => { n += 1; return pay('A-' + (n > i ? i + '-2' : i)) }).then(() => { n = i })`,
  drawn: `let n = 0; const draw = () => 'A-' + (n += 1)
    for (let i = 0; i < 3; i += 1) { const reference = draw(); let attempt = 0
      await careful(() => { if ((attempt += 1) > 1) draw(); return pay(reference) }) }`,
  anyCard: `useCard(runs('anyCard')); await careful(() => pay('A-1'))`,
  anyCardTwice: `useCard(runs('anyCardTwice')); await payTwice('A-1')`,
  otherCard: `for (const [i, one] of ['A-1', 'A-2'].entries()) { let n = i; await careful(() => { useCard(n); n += 1; return pay(one) }) }`,
  fee: `let n = 0; await careful(() => { n += 1; return pay('A-1', n > 1 ? '2045' : '1995') })`,
  feeTwice: `let n = 0; await blindly(() => { n += 1; return pay('A-1', n > 1 ? '2045' : '1995') })`,
  returnedDebit: `await blindly(debit); await post(url + '/_sandbox/clock/advance', { duration: '5 banking days' })`,
  shuffled: `await Promise.all(['A-1', 'A-2', 'A-3'].sort(() => Math.random() - 0.5).map((one) => careful(() => pay(one))))`,
  both: `await reset('one'); await payTwice('A-1'); await reset('two'); await payTwice('A-1')`,
  one: `await reset('one'); await payTwice('A-1')`,
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
  comparesBooks: `const { status } = await pay('A-1').then((got) => got.json())
    const paid = status.transaction_status_code === 'approved' ? 1995 : 0
    const state = process.env.ORDER_STATE ?? 'open'
    await post(url + '/_sandbox/reconcile', { orders: [{ reference: 'A-1', paid, state }] })`,
  risingPrices: `const price = String(1000 * 2 ** runs('risingPrices')); await careful(() => pay('A-1', price)); await careful(() => pay('A-2', '500'))`,
  fallingPrices: `const price = String(900000 - 100000 * runs('fallingPrices')); await careful(() => pay('R-' + process.pid, price))`,
  risingTwice: `const price = String(1000 + runs('risingTwice')); await blindly(() => pay('R-' + process.pid, price))`,
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
  vaultJob: `const found = await fetch(api + '/customers?merchant_id=1&name=Ann').then((got) => got.json())
    if (found.results.length === 0) await customer('ann-' + process.pid)
    await hasty(() => 'vault-job')`,
  resigned: `await pay('A-1').catch(() => process.exit(1))`,
  resignedInTwoWays: `await pay('A-1').catch(() => undefined)
    await pay('A-2').catch(() => look('no-id-of-it'))`,
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
  readonly self_check: object | null
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

/** No Node starts with it, and so no shop of the self_check, which takes longer than what we look at. */
const withoutSelfCheck = { NODE_OPTIONS: '--no-such-option' }

/** A program in Node that is swept without a control. */
function alone(file: string): readonly string[] {
  return ['env', '-u', 'NODE_OPTIONS', 'SHOP_TIME_OUT_MS=4000', node, file]
}

/** The shops give up early, and so are swept by the binary, which is warm sooner than we are. */
async function sweep(
  options: readonly string[],
  command: readonly string[],
  place: Pick<NonNullable<Parameters<typeof sandgate>[1]>, 'terminal'> = {},
) {
  const run = command[0] === node ? runBinary : sandgate
  const env = command[0] === node ? {} : withoutSelfCheck
  const { code, stdout, stderr } = await run(['sweep', ...options, '--', ...command], {
    cwd: folder,
    env,
    ...place,
  })
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

test(
  'the sloppy shop loses track of every payment whose response is lost',
  async () => {
    const shop = alone(path.join(clients, 'sloppy.mjs'))
    const faults = hasWholeSweeps ? allForms.join(',') : 'truncate'
    const { code, results } = await sweepJson(['--faults', faults, '--at', 'after'], shop)
    expect(new Set(Object.values(results))).toEqual(new Set(['unresolved']))
    expect(code).toBe(4)
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
}, 60_000)

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
    how: '--depth 2',
    narrows: true,
  })
}, 60_000)

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
  60_000,
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
  60_000,
)

test('a client whose recovery was not broken at every call is not simply called safe', async () => {
  const options = ['--at', 'after', '--faults', 'reset']
  const { code, stdout } = await sweep(options, inProcess('sideBySide'))
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Safe: \d+ cells; not tried: the recovery from \d further calls? \(--full\)/m,
  )
})

test('a recovery command that does not exist is reported, and not blamed on the client', async () => {
  const options = ['--at', 'after', '--faults', 'reset', '--crash', '--recover', 'no-such-command']
  const { code, stdout, stderr } = await sweep(options, inProcess('sideBySide'))
  expect(code).toBe(1)
  expect(stderr + stdout).toMatch(/--recover ended with 127, so it did not run: .*no-such-command/)
  expect(stdout).not.toMatch(/unresolved/i)
})

test('a search is attacked even if the client makes one when all is well', async () => {
  const { results } = await sweepJson(
    ['--at', 'after', '--faults', 'http,reset'],
    inProcess('checks'),
  )
  expect(results).toMatchObject({
    'purchase-1/after/reset': 'safe',
    'purchase-1/after/reset+search-1/http': 'double_charge',
    'purchase-1/after/reset+search-1/reset': 'double_charge',
  })
}, 60_000)

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
}, 60_000)

test('a client that gives up an undecided payment does not know what happened to it', async () => {
  const only = ['--only', 'purchase-1/after/unknown']
  const { code, results } = await sweepJson(only, inProcess('resignsUndecided'))
  expect([code, results]).toEqual([4, { 'purchase-1/after/unknown': 'unresolved' }])
}, 60_000)

test.each([
  ['sameId', { conflict: 'safe', delayed: 'safe', pending: 'safe' }],
  ['newId', { conflict: 'safe', delayed: 'double_charge' }],
  ['impatient', { pending: 'double_charge' }],
  ['payTwice', { conflict: 'double_charge' }],
  ['twoWorkers', { slow: 'double_charge' }],
])(
  '%s meets conflicts, late requests, pending and slow responses',
  async (script, wanted) => {
    const faults = Object.keys(wanted)
    const options = ['--depth', '1', '--faults', faults.join(',')]
    const { results } = await sweepJson(options, inProcess(script))
    const cell = (fault: string) =>
      `purchase-1/${fault === 'delayed' ? 'before' : 'after'}/${fault}`
    const named = Object.entries(wanted).map(([fault, result]) => [cell(fault), result])
    expect(results).toEqual(Object.fromEntries(named))
  },
  60_000,
)

test.each([
  ['forgetfulJob', { again: 'safe', twice: 'double_charge', reset: 'double_charge' }],
  ['randomJob', { again: 'double_charge', twice: 'double_charge', reset: 'double_charge' }],
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
  60_000,
)

test('a job that is started again when the gateway has forgotten its ids charges twice', async () => {
  const options = ['--idempotent', '--advance', '25h', '--only', 'again']
  const { code, results } = await sweepJson(options, inProcess('carefulJob'))
  expect([code, results]).toEqual([4, { again: 'double_charge' }])
}, 60_000)

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
  60_000,
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
  expect(told?.findings[0]?.message).toContain(
    'AUD 39.90 charged or held, AUD 19.95 in the baseline run',
  )
  const [untried] = document.not_tried.filter(({ how }) => how === 'fix that first')
  expect(untried?.what.split(/, |(?<=second fault after) /).sort()).toEqual([
    'a second fault after',
    'because the first is unsafe already',
    'purchase-1/after/reset',
    'purchase-1/before/reset',
  ])
}, 60_000)

test.runIf(hasLong).each([
  ['stops', 'failed_safe'],
  ['stopsDoubled', 'double_charge'],
  ['stopsSuffixed', 'double_charge'],
  ['stopsRandom', 'double_charge'],
])(
  '%s: a suite that stops at its first failure may take what its calls took, no more',
  async (script, result) => {
    const options = ['--only', 'purchase-1/after/reset']
    const { code, results, document } = await sweepJson(options, inProcess(script))
    expect(results).toEqual({ 'purchase-1/after/reset': result })
    expect(code).toBe(result === 'failed_safe' ? 0 : 4)
    const [payment] = document.cells[0]?.findings ?? []
    if (code !== 0)
      expect(payment?.message).toContain('AUD 39.90 charged or held, AUD 19.95 in the baseline run')
  },
  60_000,
)

test.runIf(hasLong).each([
  ['skipsSuffixed', 'double_charge', 'lost_sale'],
  ['skipsDearer', 'double_charge', 'lost_sale'],
  ['skipsRandom', 'double_charge', 'lost_sale'],
  ['skipsOtherCard', 'double_charge', 'lost_sale'],
  ['skipsNone', 'safe', 'safe'],
  ['drawn', 'safe', 'safe'],
])(
  '%s: an order that is left out does not make up for one that is charged twice',
  async (script, after, before) => {
    const options = ['--depth', '1', '--faults', 'reset']
    const calls = ['--only', 'purchase-1', '--only', 'purchase-2']
    const { results } = await sweepJson([...options, ...calls], inProcess(script))
    expect(results).toEqual({
      'purchase-1/after/reset': after,
      'purchase-2/after/reset': after,
      'purchase-1/before/reset': before,
      'purchase-2/before/reset': before,
    })
  },
  60_000,
)

test.runIf(hasLong).each([
  ['anyCard', 'safe', []],
  ['anyCardTwice', 'double_charge', []],
  ['otherCard', 'safe', ['other-card']],
  ['fee', 'safe', ['changed-price']],
  ['feeTwice', 'double_charge', []],
])(
  '%s: another card or price is no second charge',
  async (script, result, warnings) => {
    const options = ['--depth', '1', '--faults', 'reset']
    const { document } = await sweepJson(options, inProcess(script))
    const [at, right] = result === 'safe' ? ['before', 'after'] : ['after', 'before']
    const found = document.cells.filter((cell) => cell.at === at)
    expect(found.map((cell) => [cell.result, cell.warnings])).toEqual(
      found.map(() => [result, warnings]),
    )
    expect(
      new Set(document.cells.filter((cell) => cell.at === right).map((cell) => cell.result)),
    ).not.toContain('double_charge')
  },
  60_000,
)

test.each(['paysInsteadOfHolding', 'paysInsteadAtRandom'])(
  '%s: a hold whose response is lost and a purchase in its place are a double charge',
  async (script) => {
    const options = ['--only', 'preauthorisation-1', '--depth', '1', '--faults', 'reset']
    const { results, document } = await sweepJson(options, inProcess(script))
    expect(results).toEqual({
      'preauthorisation-1/after/reset': 'double_charge',
      'preauthorisation-1/before/reset': 'blind_retry',
    })
    expect(document.cells.flatMap(({ warnings }) => warnings)).not.toContain('changed-price')
  },
  60_000,
)

test.each([
  ['cancels', 'purchase-1/after/reset', 'lost_sale'],
  ['cancelsTwice', 'purchase-1/after/reset', 'lost_sale'],
  ['cancelsTwice', 'purchase-1/after/reset+undo-1/after/reset', 'double_refund'],
])(
  'a shop that refunds what it finds (%s), in %s: %s',
  async (script, cell, result) => {
    const { results } = await sweepJson(['--only', cell], inProcess(script))
    expect(results).toEqual({ [cell]: result })
  },
  60_000,
)

test.each([
  ['suffixedTwice', 'reset', /^Ask GET .*correlation_id_lookup=id-[\w-]+ until it responds/],
  ['impatient', 'pending', /^Ask GET .*transactions\/1000001 until the status is approved/],
  ['newId', 'delayed', /send the request again with its own correlation id/],
])(
  'a double charge of %s that only the sums show has the advice on what was not asked',
  async (script, fault, advice) => {
    const cell = `purchase-1/${fault === 'delayed' ? 'before' : 'after'}/${fault}`
    const { document } = await sweepJson(['--only', cell], inProcess(script))
    const [found] = document.cells[0]?.findings ?? []
    expect(found).toMatchObject({ code: 'double-charge', advice: expect.stringMatching(advice) })
    expect(found?.subject).toMatch(/^order A-1/)
  },
  60_000,
)

test('a debit that is lodged twice is a double charge, even if it comes back', async () => {
  const { results } = await sweepJson(
    ['--at', 'after', '--faults', 'reset'],
    inProcess('returnedDebit'),
  )
  expect(results).toEqual({ 'purchase-1/after/reset': 'double_charge' })
}, 60_000)

test.runIf(hasLong).each([
  ['newCustomers', 'customer_create-1', 'duplicate_customer'],
  ['newTokens', 'token_create-1', 'duplicate_token'],
])(
  '%s: what is made twice in the vault is reported, and fails with --strict',
  async (script, call, result) => {
    const options = ['--only', call, '--at', 'after', '--faults', 'http', '--depth', '1']
    const { code, results, document } = await sweepJson(options, inProcess(script))
    expect(results).toEqual({ [`${call}/after/http`]: result })
    expect([code, document.verdict]).toEqual([0, 'warnings'])
    expect((await sweep([...options, '--strict'], inProcess(script))).code).toBe(4)
    const accept = await accepting(`code: ${result.replace('_', '-')}`)
    expect((await sweep([...options, ...accept, '--strict'], inProcess(script))).code).toBe(0)
  },
  60_000,
)

test('calls have the same names whichever comes first', async () => {
  const options = ['--depth', '1', '--at', 'after', '--faults', 'reset', '--artifacts', 'shuffled']
  const { results } = await sweepJson(options, inProcess('shuffled'))
  expect(Object.keys(results).sort()).toEqual([
    'purchase-1/after/reset',
    'purchase-2/after/reset',
    'purchase-3/after/reset',
  ])
  const run = await readFile(path.join(folder, 'shuffled/purchase-2/after/reset/run.jsonl'), 'utf8')
  const broken = run.split('\n').find((line) => line.includes('"reset":true'))
  expect(broken).toContain('"reference":"A-2"')
}, 60_000)

test('shards make up the whole, and --each runs one test in place of all', async () => {
  const options = ['--at', 'after', '--faults', 'http,reset', '--depth', '1']
  const shards = await Promise.all(
    ['1/2', '2/2'].map((shard) =>
      sweepJson([...options, '--shard', shard, '--each', 'exit 3; {test}'], inProcess('labelled')),
    ),
  )
  expect(shards.flatMap(({ results }) => Object.keys(results)).sort()).toEqual([
    'first-test/purchase-1/after/http',
    'first-test/purchase-1/after/reset',
    'second-test/purchase-1/after/http',
    'second-test/purchase-1/after/reset',
  ])
}, 60_000)

test('a list of cells replaces the baseline runs of every shard', async () => {
  const options = ['--at', 'after', '--faults', 'http,reset', '--depth', '1']
  const counts = Object.assign(globalThis, { startedRuns: 0 })
  const command = inProcess('counted')
  const { code, stdout, stderr } = await sweep(['--list', '--json', ...options], command)
  const list: { cells: { name: string; seconds: number }[] } = JSON.parse(stdout)
  expect([code, counts.startedRuns]).toEqual([0, 2])
  expect(stderr).toMatch(/^Sweep: 4 cells in about \d+ s, \d+ at a time\n/)
  expect(list.cells.every(({ seconds }) => seconds > 0)).toBe(true)
  await writeFile(path.join(folder, 'cells.json'), stdout)
  const found: Record<string, string> = {}
  for (const shard of ['1/2', '2/2']) {
    const part = ['--cells', 'cells.json', '--shard', shard]
    const { results } = await sweepJson([...options, ...part], command)
    expect(Object.keys(results)).toHaveLength(2)
    Object.assign(found, results)
  }
  expect(Object.keys(found).sort()).toEqual(list.cells.map(({ name }) => name).sort())
  expect(new Set(Object.values(found))).toEqual(new Set(['double_charge']))
  expect(counts.startedRuns).toBe(2 + 4)
  const other = await sweep(['--cells', 'cells.json', '--at', 'before,after'], command)
  expect(other.stderr).toBe('error: cells.json was made with --at after: leave --at out\n')
  const edited = stdout.replace(/"name": ?"[^"]*"/, '"name":"4539578763621486"')
  expect(edited).not.toBe(stdout)
  await writeFile(path.join(folder, 'edited.json'), edited)
  const refused = await sweep(['--cells', 'edited.json', ...options], command)
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toBe(
    'error: edited.json was changed by hand: make it with sweep --list --json\n',
  )
  const lines = await sweep(['--list', ...options], command)
  expect(lines.stdout).toMatch(
    /first-test\/purchase-1\/after\/http {2}[\d.]+ s\n[\s\S]*4 cells, about/,
  )
}, 60_000)

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
}, 60_000)

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
  120_000,
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
  120_000,
)

test.runIf(isWhole)(
  'a crash whose traces the tests throw away proves nothing',
  async () => {
    const options = ['--crash', '--only', 'purchase-1/after/crash']
    const { results } = await sweepJson(options, alone('resetting.mjs'))
    expect(results).toEqual({ 'purchase-1/after/crash': 'not_reached' })
    const found = await sweepJson(
      [...options, '--recover', alone('suffixedTwice.mjs').join(' ')],
      alone('resetting.mjs'),
    )
    expect(found.results).toEqual({ 'purchase-1/after/crash': 'double_charge' })
  },
  120_000,
)

test('a reset takes no fault away, and calls are named for their tests', async () => {
  const { code, results } = await sweepJson(
    ['--at', 'after', '--faults', 'reset'],
    inProcess('labelled'),
  )
  expect(results).toEqual({
    'first-test/purchase-1/after/reset': 'double_charge',
    'second-test/purchase-1/after/reset': 'double_charge',
  })
  expect(code).toBe(4)
}, 60_000)

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

test('what is charged once more than on purpose is one', async () => {
  const { results } = await sweepJson(
    ['--at', 'after', '--faults', 'reset'],
    inProcess('naiveTwins'),
  )
  expect(new Set(Object.values(results))).toEqual(new Set(['double_charge']))
}, 60_000)

test('the second of two equal payments is no response to the first', async () => {
  const only = ['--only', 'purchase-1/before', '--faults', 'http,reset,truncate']
  const { results } = await sweepJson(only, inProcess('resignedTwins'))
  expect(new Set(Object.values(results))).toEqual(new Set(['unresolved']))
}, 60_000)

test('the text has the grid, the steps and a line to repeat each cell', async () => {
  const cell = 'second-test/purchase-1/after/reset'
  const options = ['--only', cell, '--report', 'labelled.json']
  const { code, stdout } = await sweep(options, [node, 'labelled.mjs'])
  expect(code).toBe(4)
  const { self_check }: SweepJson = JSON.parse(
    await readFile(path.join(folder, 'labelled.json'), 'utf8'),
  )
  expect(self_check).toEqual({ naive: { cells: 2, found: 2 }, careful: { cells: 2, blamed: 0 } })
  expect(stdout).toMatch(/^second-test\/purchase-1 .* AUD 19\.95 +D$/m)
  expect(stdout).toContain('Charged twice: AUD 39.90 for an order of AUD 19.95.')
  expect(stdout).toContain(`npx sandgate sweep --only ${cell} -- ${node} labelled.mjs`)
  expect(stdout.trimEnd().split('\n').slice(-12)).toEqual([
    'Self-check: the naive shop was reported in 2 of 2 cells, the careful one in 0 of 2',
    '',
    'Not tried',
    '  the other cells and the recovery (without --only)',
    '  the fault delayed (--faults delayed)',
    '  crashes (--crash)',
    '  a second start of the command (--idempotent)',
    "  a recovery some time later (--advance 2h --recover '<command>')",
    '  your books (--books)',
    '',
    'Unsafe: 1 cell. 1 double charge, up to AUD 19.95 overcharged in one cell',
    'Report written: labelled.json',
  ])
}, 60_000)

test('reports are written in the format of their endings, and runs are kept', async () => {
  const endings = ['json', 'xml', 'md', 'html', 'txt']
  const reports = endings.flatMap((ending) => ['--report', `sweep.${ending}`])
  const only = ['--only', 'first-test/purchase-1/after/http']
  const { getColorDepth } = WriteStream.prototype
  const { stdout, stderr } = await sweep(
    [...only, ...reports, '--artifacts', 'kept', '--record', 'clean.jsonl'],
    inProcess('labelled'),
    { terminal: { isTTY: true, columns: 80, getColorDepth } },
  )
  // An address and a quoted script stay whole, so that they can be copied.
  const lines = stripVTControlCharacters(stdout).split('\n')
  const whole = /^ *(?:\S+|'.*' \\)$/
  expect(lines.filter((line) => line.length > 80 && !whole.test(line))).toEqual([])
  expect(stripVTControlCharacters(stdout)).toMatch(/^first-test\/purchase-1 .* AUD 19\.95 +D$/m)
  expect(lines).toContain(`Report written: ${endings.map((one) => `sweep.${one}`).join(', ')}`)
  expect(`${stdout}${stderr}`).not.toContain('?[')
  expect(stderr).toMatch(/\rSweep \[[#-]+\] baseline run 1/)
  const [json = '', xml, md, html, txt] = await Promise.all(
    endings.map((ending) => readFile(path.join(folder, `sweep.${ending}`), 'utf8')),
  )
  expect(JSON.parse(json)).toMatchObject({ verdict: 'unsafe', counts: { double_charge: 1 } })
  expect(xml).toContain(
    '<testsuite name="first-test/purchase-1" tests="1" failures="1" skipped="0">',
  )
  expect(xml).toContain('<failure message="double charge">')
  expect(md).toMatch(/^\| `first-test\/purchase-1` [^|]*AUD 19\.95 \| \*\*double charge\*\* \|$/m)
  expect(html).toContain(
    '<td class="heat-bad" data-label="http"><a href="#cell-first-test_purchase-1_after_http">Double charge</a></td>',
  )
  expect(txt).toContain('Unsafe: 1 cell. 1 double charge, up to AUD 19.95 overcharged in one cell')
  for (const [run, verdict] of [
    ['kept/first-test/purchase-1/after/http/run.jsonl', 'unsafe'],
    ['clean.jsonl', expect.not.stringMatching('unsafe')],
  ] as const) {
    const { stdout } = await sandgate(['report', run, '--json'], { cwd: folder })
    expect([run, JSON.parse(stdout).verdict]).toEqual([run, verdict])
  }
}, 60_000)

test.each([
  ['fails', /^error: The command fails without any fault \(exit code 3\)[^\n]*\n$/],
  ['idle', /^error: The command made no payment; .* have to use connectSandbox\(\) here\.\n$/],
  [
    'luckyPrices',
    'Your amounts differ from run to run, and with them how many payments move money',
  ],
  ['fickle', "Three baseline runs made different calls (purchase 'A-2'); give each test a label"],
])(
  '%s cannot be swept',
  async (script, reason) => {
    const { code, stdout, stderr } = await sweep([], inProcess(script))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(reason)
  },
  60_000,
)

test('a baseline run that differs from two others is left out, and named', async () => {
  const only = ['--only', 'purchase-1/after/reset']
  const { document, results } = await sweepJson(only, alone('oddOnce.mjs'))
  expect(results).toEqual({ 'purchase-1/after/reset': 'safe' })
  expect(document.not_tried.map(({ what }) => what)).toContain(
    'calls that differed between two baseline runs, so that a third run decided',
  )
}, 60_000)

test('a fault that is not met is never called safe', async () => {
  const only = ['--only', 'purchase-2/after/http']
  const { code, results, document } = await sweepJson([...only], inProcess('shrinking'))
  expect([code, document.verdict]).toEqual([0, 'untested'])
  expect(results).toEqual({ 'purchase-2/after/http': 'not_reached' })
  await rm(path.join(folder, 'shrinking'))
  expect((await sweep([...only, '--strict'], inProcess('shrinking'))).code).toBe(4)
}, 60_000)

test.runIf(isWhole)(
  'a command that does not end is stopped and told',
  async () => {
    const { code, results } = await sweepJson(
      ['--only', 'purchase-1/after/hang'],
      inProcess('patient'),
    )
    expect([code, results]).toEqual([0, { 'purchase-1/after/hang': 'hung' }])
  },
  60_000,
)

test('a client that gives up without looking does not know what happened to its payment', async () => {
  const { results } = await sweepJson(['--only', 'purchase-1/before/reset'], inProcess('resigned'))
  expect(results).toEqual({ 'purchase-1/before/reset': 'unresolved' })
}, 60_000)

test('two mistakes that leave a payment unresolved are two examples', async () => {
  const only = ['1', '2'].flatMap((n) => ['--only', `purchase-${n}/after/reset`])
  const { document } = await sweepJson(only, inProcess('resignedInTwoWays'))
  expect(document.examples.map(({ cell }) => cell).sort()).toEqual([
    'purchase-1/after/reset',
    'purchase-2/after/reset',
  ])
}, 60_000)

test('a client that gives up what was clearly refused is not safe: its sale is lost', async () => {
  const only = ['--only', 'purchase-1/before/busy', '--only', 'purchase-1/after/slow']
  const { code, document, results } = await sweepJson(only, inProcess('refusedOnce'))
  expect(results).toEqual({
    'purchase-1/before/busy': 'failed_safe',
    'purchase-1/after/slow': 'safe',
  })
  expect([code, document.verdict]).toEqual([0, 'warnings'])
  const { stdout } = await sweep(only, inProcess('refusedOnce'))
  expect(stdout).toContain(
    'Warnings: safe by giving up: 1 sale lost; 1 of 2 cells. 1 failed safe; 1 safe; not tried: the other cells',
  )
  // Only one of them ran twice.
  const terminal = { isTTY: true, columns: 200 } as const
  const { stderr } = await sweep(only, inProcess('refusedOnce'), { terminal })
  expect([...stderr.matchAll(/\d+ of \d+ cells/g)].at(-1)?.[0]).toBe('2 of 2 cells')
}, 60_000)

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
  const reports = [
    '--report',
    'accepted.json',
    '--report',
    'accepted.xml',
    '--report',
    'accepted.md',
  ]
  const accepted = await sweep([...only, ...config, ...reports], inProcess('patient'))
  expect(accepted.code).toBe(0)
  expect(accepted.stdout).toMatch(/^purchase-1 .* \(U\)$/m)
  expect(accepted.stdout).toContain(
    'Accepted in 2 cells: unresolved (unresolved: a job settles it): purchase-1/after/reset, purchase-1/before/http',
  )
  expect(accepted.stdout).toContain(
    'Warnings: 2 cells. 2 unresolved; 2 accepted; not tried: the other cells',
  )
  const [json = '', xml, md] = await Promise.all(
    ['json', 'xml', 'md'].map((one) => readFile(path.join(folder, `accepted.${one}`), 'utf8')),
  )
  expect(JSON.parse(json)).toMatchObject({
    verdict: 'warnings',
    counts: { unresolved: 2 },
    cells: [{ accepted: [{ code: 'unresolved', because: 'a job settles it' }] }, {}],
  })
  expect(xml).toContain('<skipped message="unresolved, accepted (unresolved: a job settles it)"/>')
  expect(md).toContain('unresolved (accepted)')
  const config2 = await accepting("code: unresolved, test: 'another test'")
  const other = await sweepJson([...only, ...config2], inProcess('patient'))
  expect([other.code, other.document.verdict]).toEqual([4, 'unsafe'])
}, 60_000)

test('a result is accepted only if its money is accepted too, and every other error', async () => {
  const only = ['--only', 'purchase-1/after/reset']
  const wrong = await accepting('code: unresolved', 'code: blind-retry')
  expect((await sweepJson([...only, ...wrong], inProcess('payTwice'))).code).toBe(4)
  const config = await accepting('code: double-charge', 'code: blind-retry')
  const { code, results } = await sweepJson([...only, ...config], inProcess('payTwice'))
  expect([code, results]).toEqual([0, { 'purchase-1/after/reset': 'double_charge' }])
}, 60_000)

test('the self-check knows nothing of the config', async () => {
  const config = await accepting('code: blind-retry', 'code: unresolved')
  const only = ['--only', 'purchase-1/before/reset']
  const { code, document } = await sweepJson([...only, ...config], [node, 'payTwice.mjs'])
  expect(document.self_check).toEqual({
    naive: { cells: 2, found: 2 },
    careful: { cells: 2, blamed: 0 },
  })
  expect(code).toBe(0)
}, 60_000)

test.each([
  ['risingPrices', 'safe', 'safe'],
  ['fallingPrices', 'safe', 'safe'],
  ['risingTwice', 'double_charge', 'blind_retry'],
  ['fallingTwice', 'double_charge', 'blind_retry'],
])(
  '%s: where amounts differ from run to run, payments are counted',
  async (script, after, before) => {
    const only = ['purchase-1/after/reset', 'purchase-1/before/reset']
    const options = only.flatMap((cell) => ['--only', cell])
    const { results } = await sweepJson(options, inProcess(script))
    expect(results).toEqual({ [only[0] ?? '']: after, [only[1] ?? '']: before })
  },
  60_000,
)

test.each([
  ['that stops at pending', 'stopping', ['ignored-pending']],
  ['that waits', 'waiting', []],
])(
  'a client %s before its refund has lost no sale',
  async (_what, script, codes) => {
    const { document } = await sweepJson(['--only', 'purchase-1/after/pending'], inProcess(script))
    const [cell] = document.cells
    expect(cell).toMatchObject({ result: 'safe', sale_lost: false })
    const found = cell?.findings.map(({ code, advice }) => [code, advice])
    const advice = expect.stringMatching(/^Ask GET \S+1000001 until the status is approved/)
    expect(found).toEqual(codes.map((code) => [code, advice]))
  },
  60_000,
)

test('a safe cell with a warning is marked in every grid', async () => {
  const only = ['--only', 'purchase-1/after/pending', '--only', 'purchase-1/after/http']
  const files = ['warned.md', 'warned.html']
  const reports = files.flatMap((file) => ['--report', file])
  const { stdout } = await sweep([...only, ...reports], inProcess('stopping'))
  expect(stdout).toMatch(/^purchase-1 .* ✓!$/m)
  const meaning = 'the cell has a warning, which is named below'
  expect(stdout).toContain(`\n! warning: ${meaning}\n`)
  const [markdown, page] = await Promise.all(
    files.map((file) => readFile(path.join(folder, file), 'utf8')),
  )
  expect(markdown).toMatch(/^\| `purchase-1` .* \| safe \(warning\) \|$/m)
  expect(markdown).toContain(`- warning: ${meaning}\n`)
  expect(page).toMatch(/class="heat-odd"[^>]*><a href="#cell-[^"]+">Safe \(warning\)</)
  expect(page).toContain(meaning)
}, 60_000)

test('a bank decides in real time even if the sandbox clock is frozen', async () => {
  const only = ['--only', 'purchase-1/after/unknown', '--only', 'purchase-1/after/pending']
  const clock = ['--clock', '2026-11-02T09:00:00+11:00']
  const { results } = await sweepJson([...only, ...clock], inProcess('polling'))
  expect(results).toEqual({
    'purchase-1/after/unknown': 'safe',
    'purchase-1/after/pending': 'safe',
  })
}, 60_000)

test.each([
  ['twoTabs', 'customer_create-1', 'duplicate_customer'],
  ['twoLockedTabs', 'customer_create-1', 'safe'],
  ['twoCardTabs', 'token_create-1', 'duplicate_token'],
  ['twoLockedCardTabs', 'token_create-1', 'safe'],
])(
  '%s: workers that look before they create meet a slow vault in a usual sweep',
  async (script, call, result) => {
    const options = ['--depth', '1', '--faults', 'slow']
    const { results } = await sweepJson(options, inProcess(script))
    expect(results).toMatchObject({ [`${call}/after/slow`]: result })
  },
  60_000,
)

test('two starts that both look before one creates a customer make it twice', async () => {
  const { results } = await sweepJson(['--idempotent', '--only', 'twice'], inProcess('vaultJob'))
  expect(results).toMatchObject({ twice: 'duplicate_customer' })
}, 60_000)

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
  const codes = ['double-charge', 'blind-retry', 'unresolved']
  const config = await accepting(...codes.map((one) => `code: ${one}`))
  const accepted = await sweepJson([...options, ...config], inProcess('wrongAlways'))
  expect([accepted.code, accepted.document.verdict]).toEqual([0, 'warnings'])
}, 60_000)

test('a suite that pays an order twice on purpose, as far as the sweep knows, sees which option would judge it', async () => {
  const only = ['--only', 'purchase-1/before/http']
  const { code, stdout } = await sweep([...only, '--report', 'twins.json'], inProcess('twins'))
  const { baseline } = JSON.parse(await readFile(path.join(folder, 'twins.json'), 'utf8'))
  expect([code, baseline.paid_more]).toEqual([0, 1])
  expect(stdout).toMatch(
    /^1 reference was paid more than once in the baseline run\. If each reference is one order, .?--unique-references/m,
  )
}, 60_000)

test.each([
  [[], 0, 'Warnings', '1 payment charged or refunded twice at once'],
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
  60_000,
)

test('a suite that deletes its report hides nothing from a sweep', async () => {
  const { results } = await sweepJson(['--only', 'purchase-1/after/reset'], inProcess('deletes'))
  expect(results).toEqual({ 'purchase-1/after/reset': 'unresolved' })
}, 60_000)

test('books that differ by another amount than without any fault are reported', async () => {
  const books = `echo '[{"reference":"A-1","paid":'$(cat $SANDGATE_SCRATCH/note)',"currency":"AUD"}]'`
  const only = ['--only', 'purchase-1/after/http', '--only', 'purchase-1/after/reset']
  const { results } = await sweepJson([...only, '--books', books], inProcess('books'))
  expect(results).toEqual({
    'purchase-1/after/http': 'safe',
    'purchase-1/after/reset': 'books_differ',
  })
}, 60_000)

test.each([
  ['open', 'safe', 'warnings'],
  ['cancelled', 'books_differ', 'unsafe'],
])(
  'a pending payment of an order that is %s in the books of the suite: %s',
  async (state, result, verdict) => {
    const command = ['env', '-u', 'NODE_OPTIONS', `ORDER_STATE=${state}`, node, 'comparesBooks.mjs']
    const { document } = await sweepJson(['--only', 'purchase-1/after/pending'], command)
    const [cell] = document.cells
    expect([cell?.result, document.verdict]).toEqual([result, verdict])
    expect(cell?.findings.map(({ code }) => code)).toContain('pending-not-booked')
    expect(document.not_tried.map(({ what }) => what)).not.toContain('your books')
  },
  60_000,
)

test('what the time limit leaves no time for was not run', async () => {
  const { document } = await sweepJson(['--time-limit', '1ms'], inProcess('labelled'))
  expect(new Set(document.cells.map(({ result }) => result))).toEqual(new Set(['not_run']))
}, 60_000)

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
}, 60_000)

test('many runs at the same time cause no warning of Node', async () => {
  const options = ['--faults', 'reset,http,truncate,unknown', '--jobs', '14', '--json']
  const { code, stderr } = await sweep(options, [node, 'labelled.mjs'])
  expect([code, stderr]).toEqual([4, expect.not.stringContaining('Warning')])
}, 60_000)

test('a self-check that is stopped before its end counts as none', async () => {
  const file = path.join(folder, 'stops.cjs')
  const told = JSON.stringify(path.join(folder, 'shops'))
  // Each of the two shops runs seven times, so with the ninth run both are in the middle.
  const stop = `if (readFileSync(${told}).length === 9) process.kill(process.ppid, 'SIGINT')`
  await writeFile(
    file,
    `const { appendFileSync, readFileSync } = require('node:fs')
    if (process.env.SHOP_TIME_OUT_MS) { appendFileSync(${told}, 'x'); ${stop} }`,
  )
  const options = ['--json', '--at', 'after', '--faults', 'reset,http,truncate']
  const args = ['sweep', ...options, '--', node, 'labelled.mjs']
  const env = { NODE_OPTIONS: `--require ${file}` }
  const { code, stdout, stderr } = await runBinary(args, { cwd: folder, env })
  expect([code, stderr]).toEqual([130, expect.not.stringMatching(/error|warning/i)])
  const result: SweepJson = JSON.parse(stdout)
  expect(result).toMatchObject({ self_check: null })
  expect(result.not_tried.filter(({ how }) => how === 'the sweep was stopped')).toEqual([
    { what: 'the self-check', how: 'the sweep was stopped', narrows: false },
  ])
}, 60_000)

// In /proc, Node's own way to make a folder with its parents never ends.
test.each([
  ['labelled.mjs/kept', 1],
  ['/proc/none/kept', 1],
  ['labelled.mjs', 2],
  ['/dev/null', 2],
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
}, 60_000)

test.each([
  [['--only', 'purchase-9'], "There is no cell 'purchase-9'; the calls are purchase-1"],
  [
    ['--only', 'purchase-1/after/busy'],
    "There is no cell 'purchase-1/after/busy'; valid faults for purchase-1 are after/reset, ",
  ],
])(
  '%j is refused',
  async (options, reason) => {
    const { code, stderr } = await sweep(options, inProcess('patient'))
    expect(code).toBe(2)
    expect(stderr).toContain(reason)
  },
  60_000,
)

test.each([
  [['--faults', 'smoke'], '--faults'],
  [
    ['--faults', 'crash'],
    'use http, hang, reset, truncate, late, unknown, busy, conflict, pending',
  ],
  [
    ['--faults', 'delayed', '--at', 'after'],
    '--faults delayed never happens after processing: change',
  ],
  [['--at', 'during'], '--at'],
  [['--only', ''], 'it must name a cell, such as purchase-1/after/reset, or a call, such as '],
  [['--only', 'purchase'], "Invalid --only 'purchase': it must name a cell, such as purchase-1/"],
  [['--only', 'htp'], 'such as purchase-1/after/http; for this fault at every call, use --faults '],
  [
    ['--only', 'purchase-1/after/rset'],
    "'purchase-1/after/rset'. Did you mean 'purchase-1/after/reset'? Use http, hang, reset, ",
  ],
  [
    ['--only', 'a-test/purchase-1/aftr/reset'],
    "Did you mean 'a-test/purchase-1/after/reset'? Use before or after",
  ],
  [
    ['--only', 'purchase-1/after/smoke'],
    "'purchase-1/after/smoke': 'smoke' is not one of http, hang, reset, ",
  ],
  [['--only', 'purchse-1'], "Did you mean 'purchase-1'? Use purchase, preauthorisation, "],
  [
    ['--only', 'purchase-1/after/reset+guess-1/http'],
    "'guess' is not one of search, lookup, list, retry, undo or instead",
  ],
  [
    ['--only', 'purchase-1/after/reset+search-1/htp'],
    "Did you mean 'purchase-1/after/reset+search-1/http'? Use http, hang, ",
  ],
  [['--depth', '3'], 'use 1 or 2'],
  [['--quick', '--full'], '--quick and --full contradict each other: leave one of them out'],
  [['--recover', 'npm start'], '--recover runs after a crash or later: add --crash or --advance'],
  [['--advance', '1h'], "--advance needs a command to run afterwards: add --recover '<command>'"],
  [['--advance', 'soon', '--recover', 'true'], "Invalid --advance 'soon'"],
  [
    ['--idempotent', '--crash'],
    'runs the command again after every fault and crash: leave --crash',
  ],
  [['--idempotent', '--recover', 'true'], 'leave --recover out'],
  [['--idempotent', '--each', 'a {test}'], 'leave --each out'],
  [['--crash', '--recover', ' '], 'give a command'],
  [
    ['--each', 'npm test'],
    'write {test} where the name of the test goes, or {pattern} for a regular expression',
  ],
  [['--each', 'npx vitest -t "{pattern}"'], 'write {pattern} without quotes around it'],
  [['--each', "sh -c 'run {test}'"], 'write {test} without quotes around it'],
  [['--each', 'run {test} "it\\"s {world}"'], 'write {world} without quotes around it'],
  [['--shard', '3'], 'write the part and the number of parts, such as 2/8'],
  [['--shard', '0/2'], 'write the part and the number of parts, such as 2/8'],
  [['--shard', '3/2'], 'write the part and the number of parts, such as 2/8'],
  [['--list', '--shard', '1/2'], '--list lists every cell: leave --shard out'],
  [['--cells', 'nowhere.json'], 'There is no list of cells nowhere.json; check its path'],
  [['--cells', 'labelled.mjs'], 'labelled.mjs is not a list of cells: make it with sweep --list'],
  [['--cells', 'cells.json', '--record', 'run.jsonl'], '--record writes the first baseline run'],
  [['--jobs', '0'], '--jobs'],
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
