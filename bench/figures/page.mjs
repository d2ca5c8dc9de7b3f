import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { processorTime } from '../processes.mjs'
import { purchaseBody } from '../purchase-body.mjs'
import { median } from '../rounds.mjs'

const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const LISTED = 250
const OFFERED = 500

/** What the home page costs, and how soon it shows a payment. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function page(bench, report) {
  const executablePath = [process.env.SANDGATE_BROWSER ?? '', ...browsers].find(existsSync)
  if (executablePath === undefined) {
    report.note('no browser for the page: apt-get install chromium-headless-shell')
    return
  }
  const server = await bench.startSandgate('memory')
  const launched = await chromium.launchServer({ executablePath, args: ['--no-sandbox'] })
  try {
    const browser = await chromium.connect(launched.wsEndpoint())
    const home = await browser.newPage()
    for (let n = 0; n < LISTED; n += 1) await pay(server.url, `Listed ${n}`)
    await home.goto(`${server.url}/_sandbox`)
    await tellUpdates(bench, report, { home, url: server.url })
    await tellIdle(bench, report, [server.pid, ...(await treeOf(launched.process().pid ?? 0))])
    await tellLoad(bench, report, { home, server })
  } finally {
    await launched.close()
    await server.stop()
  }
}

/** @param {string} url @param {string} reference */
async function pay(url, reference) {
  const sent = JSON.parse(purchaseBody)
  sent.transaction.reference = reference
  const headers = {
    'content-type': 'application/json',
    'x-correlation-id': reference.replace(' ', '-'),
  }
  const body = JSON.stringify(sent)
  const answer = await fetch(`${url}/v1/transactions/purchase`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`A purchase was refused: ${await answer.text()}`)
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report
 * @param {{ home: import('playwright-core').Page, url: string }} on
 */
async function tellUpdates({ quick }, report, { home, url }) {
  /** @type {number[]} */
  const seconds = []
  for (let n = 0; n < (quick ? 3 : 15); n += 1) {
    const paidAt = performance.now()
    await pay(url, `Awaited ${n}`)
    await home.locator('main', { hasText: `Awaited ${n}` }).waitFor()
    seconds.push((performance.now() - paidAt) / 1000)
    await pause(1500)
  }
  report.figure('page update after a payment, 250 listed', median(seconds), 's', { seconds })
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report
 * @param {readonly number[]} pids
 */
async function tellIdle({ quick }, report, pids) {
  const used = async () => {
    const times = await Promise.all(pids.map(processorTime))
    return times.reduce((sum, ms) => sum + ms, 0)
  }
  // Until the server and the page are done with the payments.
  await pause(quick ? 3000 : 15_000)
  const [from, startedAt] = [await used(), performance.now()]
  await pause(quick ? 3000 : 20_000)
  const share = ((await used()) - from) / (performance.now() - startedAt)
  report.figure('idle home page, of a core', share, '')
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report
 * @param {{ home: import('playwright-core').Page, server: import('../processes.mjs').Server }} on
 */
async function tellLoad({ load, pace }, report, { home, server }) {
  const address = home.url()
  const { connections, rounds, seconds } = pace
  /** @type {{ perSecond: number, p50: number }[][]} */
  const results = [[], []]
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isOpen = round % 2
    await home.goto(isOpen ? address : 'about:blank')
    const ask = { kind: /** @type {const} */ ('purchase'), port: server.port, connections }
    const run = `page${round}`
    results[isOpen]?.push(await load.ask({ ...ask, seconds: 2 * seconds, offered: OFFERED, run }))
  }
  const of = (/** @type {'perSecond' | 'p50'} */ what) =>
    results.map((one) => median(one.map((result) => result[what])))
  const [without, open] = of('perSecond')
  const name = 'purchases with the home page open against none open'
  report.figure(name, Number(open) / Number(without), '', { results })
  const [p50, p50Open] = of('p50')
  report.figure(`p50 of a purchase, ${OFFERED} a second offered, no page open`, Number(p50), 'ms')
  report.figure(`p50 of a purchase, ${OFFERED} a second offered, page open`, Number(p50Open), 'ms')
}

/** A process and all that it started. */
/** @param {number} root @returns {Promise<readonly number[]>} */
async function treeOf(root) {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  )
  const parents = new Map(
    stats.map((stat) => [Number.parseInt(stat, 10), Number(stat.split(') ')[1]?.split(' ')[1])]),
  )
  const isBelow = (/** @type {number | undefined} */ pid) => {
    for (let at = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true
    return false
  }
  return [...parents.keys()].filter(isBelow)
}
