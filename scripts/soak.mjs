// Runs the sandbox that ships for a long time, kills it again and again, and checks that nothing
// that it has acknowledged is ever lost: node scripts/soak.mjs [--minutes 30] [--seed 7]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Shop } from './soak/shop.mjs'
import { SoakedSandbox } from './soak/soaked-sandbox.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes needs a number above 0')

const ROUND_MS = 4000
const CLIENTS = 8

const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-soak-'))
const shop = new Shop(Number(values.seed))
const until = performance.now() + minutes * 60_000
const tally = { rounds: 0, kills: 0, stops: 0, checked: 0 }
/** @type {string[]} */
const failures = []
/** @type {number[]} */
const memory = []
console.log(`Soaking for ${minutes} minutes, seed ${values.seed}`)
try {
  while (performance.now() < until && failures.length === 0) await round()
} finally {
  await rm(folder, { recursive: true, force: true })
}
report()

async function round() {
  const sandbox = await SoakedSandbox.start(path.join(folder, 'data'))
  tally.checked += await shop.check(sandbox, failures)
  const end = performance.now() + ROUND_MS
  await Promise.all(Array.from({ length: CLIENTS }, () => shop.trade(sandbox, end, failures)))
  memory.push(sandbox.residentMegabytes() ?? 0)
  tally.rounds += 1
  // In the middle of things, three times out of four.
  const isKill = shop.chance(0.75)
  const traders = Array.from({ length: CLIENTS }, () => shop.trade(sandbox, end + 500, failures))
  await new Promise((resolve) => setTimeout(resolve, 100 + 300 * shop.random()))
  await sandbox.end(isKill ? 'SIGKILL' : 'SIGTERM')
  await Promise.all(traders)
  tally[isKill ? 'kills' : 'stops'] += 1
}

function report() {
  const { rounds, kills, stops, checked } = tally
  console.log(
    `${rounds} rounds, ${kills} ended by kill -9 and ${stops} by SIGTERM\n` +
      `${shop.sent} requests, ${shop.acknowledged} changes acknowledged, ${checked} looked up again\n` +
      `${shop.faults} answers broken on purpose, ${shop.moves} clock moves, ${shop.snapshots} snapshots\n` +
      `memory after a round: first ${memory[0]} MB, last ${memory.at(-1)} MB, most ${Math.max(...memory)} MB`,
  )
  for (const failure of failures.slice(0, 20)) console.error(`FAILED: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
  else console.log('Nothing was lost, and no request failed that no rule asked to')
}
