import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { median } from '../rounds.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** A careful shop that is busy for so many milliseconds, and waits three seconds for a response. */
const shop = `
const { SANDGATE_API: api } = process.env
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const ask = (url, options) => fetch(api + url, { signal: AbortSignal.timeout(3000), ...options })
  .then((got) => (got.ok ? got.json() : undefined), () => undefined)
const isDecided = (one) => !['unknown', 'pending'].includes(one.status.transaction_status_code)
await pause(Number(process.argv[2]))
for (const reference of ['A-1', 'A-2']) {
  const id = reference + '-' + process.pid
  const body = JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
    amount_details: { total_amount: '1995', currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } } })
  const headers = { 'content-type': 'application/json', 'x-correlation-id': id }
  for (let isPaid = false; !isPaid; ) {
    let paid = await ask('/transactions/purchase', { method: 'POST', headers, body })
    while (paid === undefined || !isDecided(paid)) {
      const found = await ask('/transactions?merchant_id=1&correlation_id_lookup=' + id)
      paid = found?.results[0]
      if (found !== undefined && paid === undefined) break
      if (paid === undefined || !isDecided(paid)) await pause(100)
    }
    isPaid = paid !== undefined
  }
}
`

/** What a sweep costs besides the commands that it runs, and whether it knows how long it takes. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function sweep(bench, report) {
  const folder = await mkdtemp(path.join(bench.folder, 'sweep-'))
  await writeFile(path.join(folder, 'shop.mjs'), shop)
  const run = (/** @type {readonly string[]} */ args, cwd = folder) =>
    timedSweep(bench.program, args, cwd)
  const third = [process.execPath, 'shop.mjs', '300']
  const few = ['--jobs', '1', '--depth', '1', '--at', 'after', '--faults', 'http,reset,truncate']
  await run([...few, '--', ...third])
  const [one, all] = [['--only', 'purchase-1/after/reset'], callsOf('http', 'reset', 'truncate')]
  /** @type {{ single: number[], cell: number[] }} */
  const times = { single: [], cell: [] }
  for (let round = 0; round < (bench.quick ? 3 : 5); round++) {
    const single = await run([...one, '--jobs', '1', '--json', '--', ...third])
    const many = await run([...all, '--jobs', '1', '--json', '--', ...third])
    // What is left of the difference, once the commands themselves are taken off.
    const [own, owns] = [single, many].map(({ stdout }) => sumOf(durations(stdout)))
    const further = durations(many.stdout).length - 1
    times.single.push(single.ms)
    times.cell.push((many.ms - single.ms - ((owns ?? 0) - (own ?? 0))) / further)
  }
  report.figure('a cell of a sweep, beyond its command', median(times.cell), 'ms', times)
  report.figure('a sweep of one cell, its baseline kept', median(times.single) / 1000, 's', times)
  for (const [name, ms] of bench.quick ? kinds.slice(0, 2) : kinds) {
    const words = ms === 0 ? quickShop : [process.execPath, 'shop.mjs', String(ms)]
    const calls = ms > 10_000 ? ['--quick', '--faults', 'http,reset'] : ['--quick']
    const { shares } = await run([...calls, '--depth', '1', '--', ...words])
    report.figure(`estimate of a sweep against its time, ${name} a run`, shares.error, '', shares)
  }
  if (bench.quick) return
  const app = path.join(root, 'examples', 'merchant-app')
  const files = ['checkout', 'hold', 'recovery', 'refund', 'returned-debit', 'stored-card']
  const tests = files.map((file) => `test/${file}.test.mjs`)
  // As its README shows it.
  const each = 'node --test --test-name-pattern {pattern} test/{world}.test.mjs'
  const whole = await run(['--quick', '--each', each, '--', 'node', '--test', ...tests], app)
  const { ms, shares } = whole
  report.figure('sweep --quick --each of examples/merchant-app', ms / 1000, 's', shares)
  const share = 'estimate of a sweep against its time, examples/merchant-app'
  report.figure(share, shares.error, '', shares)
}

/** @type {readonly (readonly [string, number])[]} */
const kinds = [
  ['10 ms', 0],
  ['1 s', 900],
  ['20 s', 20_000],
]

/** Starts in a tenth of the time that Node takes; it gives up at once if a response is lost. */
const quickShop = [
  'sh',
  '-c',
  `curl -sf -m 3 -o /dev/null "$SANDGATE_API/transactions/purchase" -H 'content-type: application/json' -H "x-correlation-id: id-$$" -d '{"merchant":{"id":1},"transaction":{"reference":"A-1","amount_details":{"total_amount":"1995","currency":"AUD"},"payment_method":{"creditcard":{"pan":"4111111111111111","expiry_date":"1230","cvv":"123"}}}}'`,
]

/** @param {readonly string[]} faults */
function callsOf(...faults) {
  const names = ['purchase-1', 'purchase-2'].flatMap((call) =>
    faults.map((fault) => `${call}/after/${fault}`),
  )
  return names.flatMap((name) => ['--only', name])
}

/** @param {string} stdout @returns {readonly number[]} */
function durations(stdout) {
  const { cells } = JSON.parse(stdout)
  return cells.map((/** @type {{ duration_ms: number }} */ { duration_ms }) => duration_ms)
}

/** @param {readonly number[]} all */
function sumOf(all) {
  return all.reduce((sum, one) => sum + one, 0)
}

/** @param {string} program @param {readonly string[]} args @param {string} cwd */
async function timedSweep(program, args, cwd) {
  const startedAt = performance.now()
  const env = { ...process.env, CI: '' }
  const child = spawn(process.execPath, [program, 'sweep', ...args], { cwd, env })
  let [stdout, stderr, estimatedAt] = ['', '', startedAt]
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    if (!stderr.includes(' in about ')) estimatedAt = performance.now()
    stderr += chunk
  })
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  const endedAt = performance.now()
  const told = /^Sweep: .* in about .*$/m.exec(stderr)?.[0] ?? ''
  // Both parts: the first cells, and those of the recovery.
  const parts = [...told.matchAll(/ in about (?:(\d+) min ?)?(?:(\d+) s)?/g)]
  const estimate = sumOf(parts.map(([, min = 0, s = 0]) => 60 * Number(min) + Number(s)))
  const real = (endedAt - estimatedAt) / 1000
  if (stdout === '') throw new Error(stderr)
  const shares = { estimate, real, error: Math.abs(estimate / real - 1) }
  return { ms: endedAt - startedAt, stdout, shares }
}
