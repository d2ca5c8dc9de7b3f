// Runs the sandbox that ships for a long time, kills it again and again, and checks that nothing
// that it has acknowledged is ever lost and that every answer is the one that an independent model
// of the gateway gives: node scripts/soak.mjs [--minutes 30] [--seed 7] [--write]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { table, writeSection } from './soak/doc-section.mjs'
import { canFill } from './soak/full-disk.mjs'
import { Memory } from './soak/memory.mjs'
import { gatewayModel } from './soak/model.mjs'
import { Site } from './soak/site.mjs'
import { tearLogs } from './soak/torn-logs.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    /** Puts the counts into docs/internals/reliability.md. */
    write: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes needs a number above 0')

const ROUND_MS = 8000
/** The part of the time in which one process runs on, so that its memory can be watched. */
const CALM = 0.25

const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-soak-'))
const started = performance.now()
const until = started + minutes * 60_000
const tally = { rounds: 0, kills: 0, stops: 0, checked: 0, torn: 0, full: 0 }
/** @type {string[]} */
const failures = []
const memory = new Memory()
console.log(`Soaking for ${minutes} minutes, seed ${values.seed}`)
const sites = await openSites()
const watch = setInterval(() => console.log(progress()), 60_000)
try {
  await Promise.all(sites.map(soak))
} finally {
  clearInterval(watch)
  await rm(folder, { recursive: true, force: true })
}
report()

/** Both sites at once: while one starts, the other trades. */
/** @param {Site} site */
async function soak(site) {
  await calm(site, until - started)
  while (performance.now() < until && failures.length === 0) await round(site)
  if (failures.length === 0) tally.checked += await site.checkAll(failures)
}

function progress() {
  const minute = Math.round((performance.now() - started) / 60_000)
  const operations = sites
    .flatMap(({ lanes }) => lanes)
    .reduce((sum, lane) => sum + lane.operations, 0)
  return `minute ${minute}: ${operations} operations of the model, ${tally.rounds} rounds`
}

async function openSites() {
  const model = await gatewayModel(folder)
  const seed = Number(values.seed)
  return [
    await Site.open(model, model.openHouse, { folder: path.join(folder, 'open'), seed }),
    await Site.open(model, model.strictHouse, { folder: path.join(folder, 'strict'), seed }),
  ]
}

/** @param {Site} site @param {number} whole */
async function calm(site, whole) {
  const sandbox = await site.start()
  const end = performance.now() + whole * CALM
  const isOver = () => performance.now() >= end
  const playing = site.tradeCalmly(isOver, failures)
  const isWatched = site === sites[0]
  while (!isOver() && failures.length === 0) {
    if (isWatched) memory.add(sandbox.residentMegabytes())
    await pause(1000)
  }
  await playing
  if (isWatched && !memory.isFlat) failures.push(`the memory grows: ${memory}`)
  await sandbox.end('SIGTERM')
}

/** @param {Site} site */
async function round(site) {
  const chance = (/** @type {number} */ probability) => random() < probability
  const sandbox = await site.start()
  tally.checked += await site.recover(sandbox, failures)
  await site.trade(sandbox, performance.now() + ROUND_MS, failures)
  if (canFill && chance(0.4)) {
    await site.tradeOnFullDisk(sandbox, failures)
    tally.full += 1
  }
  tally.rounds += 1
  // In the middle of things, three times out of four.
  const isKill = chance(0.75)
  const trading = site.tradeToTheEnd(sandbox, performance.now() + 1000, failures)
  await pause(100 + 300 * random())
  await sandbox.end(isKill ? 'SIGKILL' : 'SIGTERM')
  await trading
  tally[isKill ? 'kills' : 'stops'] += 1
  if (isKill && chance(0.4)) tally.torn += await tearLogs(site.data, random)
}

/** The rounds are not the same again: they depend on time. What the lanes do does not. */
function random() {
  return Math.random()
}

function report() {
  const lanes = sites.flatMap((site) => site.lanes)
  const shops = sites.flatMap((site) => site.shop ?? [])
  const sum = (/** @type {readonly number[]} */ numbers) =>
    numbers.reduce((all, one) => all + one, 0)
  const total = (/** @type {(lane: (typeof lanes)[number]) => number} */ of) => sum(lanes.map(of))
  const all = (/** @type {'sent' | 'acknowledged' | 'faults' | 'moves' | 'snapshots'} */ what) =>
    sum(shops.map((shop) => shop[what]))
  const { rounds, kills, stops, checked, torn, full } = tally
  const open = total(({ recovered }) => recovered.processed + recovered['not processed'])
  const processed = total((lane) => lane.recovered.processed)
  const rows = [
    ['seen', 'count'],
    ['rounds ended by `kill -9`, by SIGTERM', counts(kills, stops)],
    ['logs torn before a start, full disks', counts(torn, full)],
    [
      'operations that the model agreed with, whole histories of them',
      counts(
        total((lane) => lane.operations),
        total((lane) => lane.histories),
      ),
    ],
    [
      'operations under way when the process ended or the disk was full: processed, not processed',
      counts(processed, open - processed),
    ],
    [
      'requests of the shop, changes acknowledged, lookups of them after restarts',
      counts(all('sent'), all('acknowledged'), checked),
    ],
    [
      'responses broken on purpose, clock moves, snapshots',
      counts(all('faults'), all('moves'), all('snapshots')),
    ],
    ['memory in the quarters of the calm run', String(memory)],
    ['lost, changed or unexpected', failures.length === 0 ? 'none' : String(failures.length)],
  ]
  console.log(rows.map((cells) => cells.join(': ')).join('\n'))
  if (values.write && failures.length === 0)
    writeSection('soak', `${ranOn(rounds)}\n\n${table(rows)}`)
  for (const failure of failures.slice(0, 5)) console.error(`FAILED: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
  else console.log('Nothing was lost, and no answer was another one than it should be')
}

/** @param {number[]} numbers */
function counts(...numbers) {
  return numbers.map((one) => one.toLocaleString('en')).join(' / ')
}

/** @param {number} rounds */
function ranOn(rounds) {
  const day = new Date().toISOString().slice(0, 10)
  return `\`npm run soak -- --minutes ${minutes} --seed ${values.seed}\` on ${day}: ${rounds} rounds`
}
