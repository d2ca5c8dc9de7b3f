import { constants, createWriteStream } from 'node:fs'
import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { productParts } from './product-parts.mjs'
import { purchaseBody } from './purchase-body.mjs'
import { padded } from './requests.mjs'

/** @typedef {{ transactions?: number, customers?: number }} Counts */

/** Data folders with this many rows, each written once and copied for every server. */
export class Stores {
  #folder
  #copies = 0
  /** @type {Map<string, Promise<string>>} */
  #written = new Map()
  /** @type {ReturnType<typeof productParts> | undefined} */
  #parts

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder
  }

  /**
   * A fresh data folder; zero of all is an empty one.
   * @param {Counts} counts @returns {Promise<string>}
   */
  async dataFolder(counts) {
    const folder = path.join(this.#folder, `data-${++this.#copies}`)
    await mkdir(folder, { recursive: true })
    if (!counts.transactions && !counts.customers) return folder
    const world = path.join(folder, 'worlds', 'default')
    await mkdir(world, { recursive: true })
    const mode = constants.COPYFILE_FICLONE
    await cp(await this.state(counts), path.join(world, 'state.json'), { mode })
    await writeFile(path.join(world, 'log.1.jsonl'), await this.#emptyLog())
    await writeFile(path.join(folder, 'key'), `hmac-sha256 ${'0'.repeat(64)}\n`)
    return folder
  }

  /** The log that continues a state, with its first line alone. */
  async #emptyLog() {
    this.#parts ??= productParts(this.#folder)
    const { headerLine } = await this.#parts
    return headerLine({ generation: 1 })
  }

  /** The path of a state document. */
  /** @param {Counts} counts @returns {Promise<string>} */
  state({ transactions = 0, customers = 0 }) {
    const name = `state-${transactions}-${customers}.json`
    const written = this.#written.get(name) ?? this.#write(name, transactions, customers)
    this.#written.set(name, written)
    return written
  }

  /** @param {string} name @param {number} transactions @param {number} customers */
  async #write(name, transactions, customers) {
    this.#parts ??= productParts(this.#folder)
    const parts = await this.#parts
    const now = Date.now()
    const base = purchaseRecord(parts, now)
    const image = {
      tables: {
        meta: [],
        rules: [],
        customers: rows(customers, (i) => JSON.stringify(customer(i, now))),
        tokens: [],
        slow_responses: [],
        kept_responses: [],
        transactions: rows(transactions, (i) =>
          JSON.stringify({ ...base, audit: base.audit + i, correlation: `bench-${i}` }),
        ),
      },
    }
    const head = { generation: 1, saved_at: new Date(now).toISOString() }
    const file = path.join(this.#folder, name)
    const chunks = Readable.from(parts.imageChunks(image, head))
    await pipeline(chunks, createWriteStream(`${file}.part`))
    await rename(`${file}.part`, file)
    return file
  }
}

/** Makes each row when it is asked for: a million at once would not fit. */
/** @param {number} length @param {(index: number) => string} line */
function* rows(length, line) {
  for (let i = 0; i < length; i++) yield line(i)
}

/** @param {Awaited<ReturnType<typeof productParts>>} parts @param {number} now */
function purchaseRecord(parts, now) {
  const { openTransaction, bankDay, bankingCalendar, defaultHolidays } = parts
  const assumptions = parts.defaultAssumptions
  const calendar = bankingCalendar(defaultHolidays)
  const card = {
    pan: '411111xxxxxx1111',
    type: 'visa',
    fingerprint: 'q7n3kH2mVZpX0sT4uWyR1A',
    expiry: { year: 2030, month: 12 },
  }
  const draft = {
    audit: 1_000_001,
    kind: 'purchase',
    merchant: 1,
    correlation: '',
    target: 0,
    reference: 'INV-2026-0000000',
    kvps: JSON.parse(purchaseBody).kvps,
    amount: 4995,
    currency: 'AUD',
    method: { kind: 'card', card },
    surcharge: undefined,
  }
  const at = now - 60_000
  const day = bankDay(at, calendar, assumptions)
  const context = { now: at, seed: 7, assumptions, calendar, day }
  return openTransaction(draft, parts.noDecision, context)
}

const firstNames = ['Ava', 'Ben', 'Chloe', 'Dan', 'Ella', 'Finn', 'Grace', 'Henry', 'Isla', 'Jack']
const lastNames = ['Smith', 'Jones', 'Nguyen', 'Brown', 'Wilson', 'Taylor', 'Kaur', 'Martin', 'Lee']

/** @param {number} i @param {number} now */
function customer(i, now) {
  const first = firstNames[(i * 31) % firstNames.length]
  const last = lastNames[(i * 17) % lastNames.length]
  const reference = `CUST-${padded(i + 1)}`
  return { id: i + 1, merchant: 1, name: `${first} ${last} ${i % 997}`, reference, createdAt: now }
}
