import { bookClients, hasWrongBooks } from './books.mjs'
import { clients } from './clients.mjs'
import { Random } from './random.mjs'
import { Shop } from './shop.mjs'
import { resultsOf, sweptSuites } from './sweeps.mjs'

/** The library that ships. @type {typeof import('../../src/index.ts')} */
const { startSandbox } = await import(new URL('../../dist/index.js', import.meta.url).href)

/**
 * @typedef {import('./clients.mjs').Client} Client
 * @typedef {{ name: string, isCareful: boolean, runs: number, doubled: number, named: number, warned: number, missed: number, falseAlarms: number }} Row
 */

/** Findings that say that money moved twice. */
const naming = [
  'double-charge',
  'double-refund',
  'charged-at-once',
  'late-request',
  'charged-again',
  'paid-again',
]

/** Findings that say that the client does not know what it paid. */
const unknowing = ['unresolved', 'blind-retry']

/** How many clients are at work at the same time. */
const AT_ONCE = 10

/** Lets every kind of client pay, and compares the verdicts with the money. @param {{ seed: number, runs: number }} options */
export async function play({ seed, runs }) {
  /** @type {Row[]} */
  const rows = []
  for (const [index, client] of clients.entries()) {
    const random = Array.from(
      { length: runs },
      (_, run) => new Random(seed * 1e6 + index * 1e3 + run),
    )
    rows.push(await rowOf(client, random, index))
  }
  rows.push(...(await mixedRows({ seed, runs })), ...(await bookRows({ seed, runs })))
  for (const suite of sweptSuites) {
    rows.push(added({ ...suite, name: `sweep: ${suite.name}` }, await resultsOf(suite)))
  }
  return rows
}

/** @param {Client} client @param {readonly Random[]} random @param {number} index */
async function rowOf(client, random, index) {
  const sandbox = await startSandbox({ uniqueReferences: client.uniqueReferences })
  try {
    const shops = random.map(
      (one, run) => new Shop(sandbox.url, `shop-${run}`, `k${index}r${run}x`, one),
    )
    await inBatches(shops, (shop) => client.play(shop))
    const results = await Promise.all(shops.map((shop) => resultOf(shop, client)))
    return added(client, results)
  } finally {
    await sandbox.close()
  }
}

/** Clients of every kind at the same time in each world, whose merchant has a surcharge. @param {{ seed: number, runs: number }} options */
async function mixedRows({ seed, runs }) {
  const surcharge = { default: '1.5', methods: { direct_debit: '0.3' } }
  const sandbox = await startSandbox({ config: { merchants: [{ id: 1, surcharge }] } })
  const mixable = clients.filter((one) => !one.isAlone)
  try {
    const played = Array.from({ length: runs }, (_, run) =>
      mixable.map((client, index) => {
        const random = new Random(seed * 1e6 + 5e5 + index * 1e3 + run)
        const shop = new Shop(sandbox.url, `mixed-${run}`, `m${index}r${run}x`, random)
        return { client, shop }
      }),
    )
    await inBatches(
      played,
      (all) => Promise.all(all.map(({ client, shop }) => client.play(shop))),
      2,
    )
    const rows = [false, true].map(async (isCareful) => {
      const own = played.flat().filter(({ client }) => (client.isCareful === true) === isCareful)
      const results = await Promise.all(own.map(({ shop, client }) => resultOf(shop, client)))
      return added({ ...mixed, isCareful }, results)
    })
    return await Promise.all(rows)
  } finally {
    await sandbox.close()
  }
}

/** Clients that hand over their books, each in its own world. @param {{ seed: number, runs: number }} options */
async function bookRows({ seed, runs }) {
  const sandbox = await startSandbox()
  /** @type {Row[]} */
  const rows = []
  try {
    for (const [index, client] of bookClients.entries()) {
      const shops = Array.from({ length: runs }, (_, run) => {
        const random = new Random(seed * 1e6 + 7e5 + index * 1e3 + run)
        return new Shop(sandbox.url, `books-${index}-${run}`, `b${index}r${run}x`, random)
      })
      /** @type {Awaited<ReturnType<typeof resultOf>>[]} */
      const results = []
      await inBatches(shops, async (shop) => {
        const entry = await client.play(shop)
        const orders = entry ? [{ reference: shop.reference, paid: 0, ...entry }] : []
        const { findings } = await shop.control('/reconcile', { orders })
        const { transactions } = await shop.control('/transactions?limit=200')
        const isDoubled = hasWrongBooks(transactions, entry, client.letsExpire === true)
        const isNamed = findings.length > 0
        // A comparison is a part of the report.
        const hasError = (await findingsAbout(shop)).some(isError)
        results.push({ isDoubled, isNamed, hasError, isFalse: isNamed && !isDoubled })
      })
      rows.push(added({ ...client, name: `books: ${client.name}` }, results))
    }
    return rows
  } finally {
    await sandbox.close()
  }
}

const mixed = { name: 'all kinds of clients mixed in one world, with a surcharge' }

/** @template T @param {readonly T[]} all @param {(one: T) => Promise<unknown>} act */
async function inBatches(all, act, atOnce = AT_ONCE) {
  for (let from = 0; from < all.length; from += atOnce) {
    await Promise.all(all.slice(from, from + atOnce).map(act))
  }
}

/** @param {Shop} shop @param {Client} client */
async function resultOf(shop, { isCareful = false, isWarned = false }) {
  const moved = await movedBy(shop)
  const isDoubled = moved.charges > shop.meant.charges || moved.refunds > shop.meant.refunds
  const isUnknown = shop.believes !== undefined && moved.charges !== shop.believes.charges
  const own = await findingsAbout(shop)
  // A note blames nobody: a shop may use one reference for several payments.
  const names = (/** @type {readonly string[]} */ codes) =>
    own.some(({ code, severity }) => codes.includes(code) && severity !== 'note')
  const hasError = own.some(isError)
  return {
    isDoubled: isDoubled || isUnknown,
    isNamed: names(naming) || (!isDoubled && isUnknown && names(unknowing)),
    hasError,
    isFalse:
      (isCareful && (hasError || names(['blind-recreate']))) ||
      (names(naming) && !isDoubled && !isWarned),
  }
}

/** @param {{ severity: string }} finding */
const isError = ({ severity }) => severity === 'error'

/** @param {Shop} shop */
async function findingsAbout(shop) {
  const { findings } = await shop.control('/report')
  // The text may name other payments of the same card.
  return findings.filter(({ subject }) => subject.includes(shop.reference))
}

/** By the records of the sandbox alone. @param {Shop} shop */
async function movedBy(shop) {
  const { transactions, ...first } = await shop.control('/transactions?limit=200')
  for (let cursor = first.next_cursor; cursor; ) {
    const page = await shop.control(`/transactions?limit=200&cursor=${cursor}`)
    transactions.push(...page.transactions)
    cursor = page.next_cursor
  }
  const moved = { charges: 0, refunds: 0 }
  for (const { operation, reference, status, method } of transactions) {
    if (!reference.startsWith(shop.reference)) continue
    // A debit that was returned had been lodged.
    const isReturned = method === 'direct_debit' && status === 'declined'
    if (status !== 'approved' && status !== 'pending' && !isReturned) continue
    if (operation === 'purchase' || operation === 'preauthorisation') moved.charges += 1
    if (operation === 'refund' || operation === 'standalone_refund') moved.refunds += 1
  }
  return moved
}

/** @param {Pick<Client, 'name' | 'isCareful'>} client @param {readonly import('./sweeps.mjs').Result[]} results @returns {Row} */
function added({ name, isCareful = false }, results) {
  return {
    name,
    isCareful,
    runs: results.length,
    doubled: results.filter(({ isDoubled }) => isDoubled).length,
    named: results.filter(({ isDoubled, isNamed }) => isDoubled && isNamed).length,
    warned: results.filter((one) => one.isDoubled && one.isNamed && !one.hasError).length,
    missed: results.filter(({ isDoubled, isNamed }) => isDoubled && !isNamed).length,
    falseAlarms: results.filter(({ isFalse }) => isFalse).length,
  }
}

/** @typedef {'runs' | 'doubled' | 'named' | 'warned' | 'missed' | 'falseAlarms'} Count */

/** The columns of the table, each with its heading. @type {readonly (readonly [Count, string])[]} */
const columns = [
  ['runs', 'runs'],
  ['doubled', 'money moved twice, without the client’s knowledge, or booked wrongly'],
  ['named', 'detected'],
  ['warned', 'of these, only as a warning'],
  ['missed', 'missed'],
  ['falseAlarms', 'false alarms'],
]

/** As a table for docs/internals/verdict-trials.md. @param {readonly Row[]} rows */
export function tableOf(rows) {
  const lines = rows.map((row) => [
    row.isCareful ? `right: ${row.name}` : `wrong: ${row.name}`,
    ...columns.map(([count]) => row[count]),
  ])
  const totals = columns.map(([count]) => rows.reduce((total, row) => total + row[count], 0))
  const [heading = '', ...body] = [
    ['client', ...columns.map(([, heading]) => heading)],
    ...lines,
    ['all', ...totals],
  ].map((cells) => `| ${cells.join(' | ')} |`)
  return [heading, `|---${'|---'.repeat(columns.length)}|`, ...body].join('\n')
}
