// Records run files of many clients and what is reported of them, or compares what this tree makes of the same
// run files, byte by byte:
// node scripts/same-reports.mjs record <folder>
// node scripts/same-reports.mjs compare <folder>
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bookClients } from './confusion/books.mjs'
import { clients } from './confusion/clients.mjs'
import { Random } from './confusion/random.mjs'
import { Shop } from './confusion/shop.mjs'

const root = path.resolve(import.meta.dirname, '..')
const binary = path.join(root, 'bin/sandgate.js')
const formats = ['json', 'xml', 'txt', 'md']

/** How many shops of one client pay in a run, each in its own world. */
const SHOPS = 3
const SEED = 1

const examples = ['naive', 'sloppy', 'careful', 'careful-payment', 'careful-bill', 'forgetful-bill']
const scenarios = ['default', 'lost-responses', 'flaky-day', 'slow-bank']

const [what, given] = process.argv.slice(2)
if (given === undefined || (what !== 'record' && what !== 'compare')) {
  console.error('Usage: node scripts/same-reports.mjs record|compare <folder>')
  process.exit(2)
}
const folder = path.resolve(given)
if (what === 'record') {
  await mkdir(folder, { recursive: true })
  for (const [index, client] of clients.entries()) {
    await recordClients(`client-${index}`, client, (shop) => client.play(shop))
  }
  for (const [index, client] of bookClients.entries()) {
    await recordClients(`books-${index}`, {}, async (shop) => {
      const entry = await client.play(shop)
      const orders = entry ? [{ reference: shop.reference, paid: 0, ...entry }] : []
      await shop.control('/reconcile', { orders })
    })
  }
  for (const scenario of scenarios) {
    for (const example of examples) await recordExample(example, scenario)
  }
  const runs = await runsIn(folder)
  for (const run of runs) await report(run, folder)
  console.log(`${runs.length} runs recorded`)
} else process.exitCode = (await compared()) ? 0 : 1

/**
 * @param {string} name
 * @param {{ readonly uniqueReferences?: boolean }} client
 * @param {(shop: Shop) => Promise<unknown>} play
 */
async function recordClients(name, { uniqueReferences }, play) {
  /** @type {typeof import('../src/index.ts')} */
  const { startSandbox } = await import(new URL('../dist/index.js', import.meta.url).href)
  const record = path.join(folder, `${name}.jsonl`)
  const sandbox = await startSandbox({ record, uniqueReferences })
  try {
    const shops = Array.from({ length: SHOPS }, (_, run) => {
      const random = new Random(SEED * 1e6 + run)
      return new Shop(sandbox.url, `shop-${run}`, `${name}-${run}`, random)
    })
    await Promise.all(shops.map(play))
  } finally {
    await sandbox.close()
  }
}

/** @param {string} example @param {string} scenario */
async function recordExample(example, scenario) {
  const file = path.join(folder, `${example}-${scenario}.jsonl`)
  const cwd = await mkdtemp(path.join(tmpdir(), 'sandgate-same-'))
  try {
    const client = path.join(root, `examples/clients/${example}.mjs`)
    const options = ['--record', file, '--scenario', scenario]
    await run(['exec', ...options, '--', process.execPath, client], cwd)
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

async function compared() {
  const made = await mkdtemp(path.join(tmpdir(), 'sandgate-same-'))
  let same = 0
  let other = 0
  try {
    for (const one of await runsIn(folder)) {
      await report(one, made)
      for (const format of formats) {
        const name = `${path.basename(one, '.jsonl')}.${format}`
        const [before, now] = await Promise.all(
          [folder, made].map((where) => readFile(path.join(where, name), 'utf8').catch(() => '')),
        )
        if (before === now && now !== '') same += 1
        else {
          other += 1
          console.log(`${name} differs:\n${firstDifference(before ?? '', now ?? '')}`)
        }
      }
    }
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  console.log(`${same} reports are equal, ${other} differ`)
  return other === 0
}

/** @param {string} before @param {string} now */
function firstDifference(before, now) {
  const [lines, others] = [before.split('\n'), now.split('\n')]
  const at = lines.findIndex((line, i) => line !== others[i])
  const line = at < 0 ? lines.length : at
  return `  ${line + 1} - ${lines[line]?.slice(0, 300)}\n  ${line + 1} + ${others[line]?.slice(0, 300)}`
}

/** @param {string} where */
async function runsIn(where) {
  const names = (await readdir(where)).filter((name) => name.endsWith('.jsonl'))
  return names.sort().map((name) => path.join(where, name))
}

/** @param {string} file a run file @param {string} into */
async function report(file, into) {
  const name = path.join(into, path.basename(file, '.jsonl'))
  const outputs = formats.flatMap((format) => ['--output', `${name}.${format}`])
  await run(['report', ...outputs, '--fail-on', 'never', file], into)
}

/** Whatever the verdict: 4 says that there are findings. @param {readonly string[]} args @param {string} cwd */
async function run(args, cwd) {
  const child = spawn(process.execPath, [binary, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  // A client that fails is one to record, too.
  if (code === 0 || code === 4 || (code === 1 && args[0] === 'exec')) return
  console.error(`sandgate ${args.join(' ')}: ${code}\n${stderr}`)
}
