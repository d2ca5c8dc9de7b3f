import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { median } from '../rounds.mjs'
import { timeOf } from './exec.mjs'

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

/** What a sweep costs besides the commands that it runs. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function sweep(bench, report) {
  const folder = await mkdtemp(path.join(bench.folder, 'sweep-'))
  await writeFile(path.join(folder, 'shop.mjs'), shop)
  const run = (/** @type {readonly string[]} */ args, cwd = folder) =>
    timedSweep(bench.program, args, cwd)
  const third = [process.execPath, 'shop.mjs', '300']
  const [one, all] = [['--only', 'purchase-1/after/reset'], callsOf('http', 'reset', 'truncate')]
  const server = await bench.startSandgate('memory')
  const env = { ...process.env, SANDGATE_API: `${server.url}/v1` }
  /** @type {{ single: number[], cell: number[], fixed: number[] }} */
  const times = { single: [], cell: [], fixed: [] }
  for (let round = 0; round < (bench.quick ? 3 : 5); round++) {
    const single = await run([...one, '--jobs', '1', '--json', '--', ...third])
    const many = await run([...all, '--jobs', '1', '--json', '--', ...third])
    // What is left of the difference, once the commands themselves are taken off.
    const [own, owns] = [single, many].map(({ stdout }) => sumOf(durations(stdout)))
    const further = durations(many.stdout).length - 1
    const alone = await timeOf(third.slice(1), folder, env)
    times.single.push(single.ms)
    // Two runs without a fault, and the cell's.
    times.fixed.push(single.ms - 2 * alone - (own ?? 0))
    times.cell.push((many.ms - single.ms - ((owns ?? 0) - (own ?? 0))) / further)
  }
  report.figure('a cell of a sweep, beyond its command', median(times.cell), 'ms', times)
  report.figure(
    'a sweep of one cell, with its baseline runs',
    median(times.single) / 1000,
    's',
    times,
  )
  report.figure(
    'a sweep of one cell, beyond three runs of its command',
    median(times.fixed) / 1000,
    's',
    times,
  )
  if (bench.quick) return
  const app = path.join(root, 'examples', 'merchant-app')
  const files = ['checkout', 'hold', 'recovery', 'refund', 'returned-debit', 'stored-card']
  const tests = files.map((file) => `test/${file}.test.mjs`)
  // As its README shows it.
  const each = 'node --test --test-name-pattern {pattern} test/{world}.test.mjs'
  const whole = await run(['--quick', '--each', each, '--', 'node', '--test', ...tests], app)
  report.figure('sweep --quick --each of examples/merchant-app', whole.ms / 1000, 's')
}

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
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  if (stdout === '') throw new Error(stderr)
  return { ms: performance.now() - startedAt, stdout }
}
