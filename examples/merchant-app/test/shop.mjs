import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Checkout } from '../checkout.mjs'
import { followUp } from '../follow-up.mjs'
import { Gateway } from '../gateway.mjs'
import { bookEntry, Orders } from '../orders.mjs'
import { Till } from '../till.mjs'

export const card = { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } }

/** `sandgate sweep` gives a folder that outlives a crash. */
const { SANDGATE_SCRATCH: kept } = process.env
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'orders-'))
process.once('exit', () => kept ?? rmSync(folder, { recursive: true }))

/**
 * A file of orders that is not there yet, named after the world where their payments are.
 * @param {string} api
 */
export function newOrders(api) {
  const [, world = 'default'] = /\/w\/([^/]+)\//.exec(api) ?? []
  return path.join(folder, `${world}.${randomUUID()}.json`)
}

/**
 * A shop at this gateway, with these orders; if there are none yet, with order 1001 over $19.95.
 * @param {{ api: string, file?: string, patience?: number, gateway?: Gateway } & import('../recovery.mjs').Patience} options
 */
export function openShop({ api, file = newOrders(api), patience = 1500, ...given }) {
  const { gateway = new Gateway({ api, merchant: 1, patience }), pause = shorter, obey } = given
  const orders = new Orders(file)
  latest = orders
  if (orders.all().length === 0) orders.place('1001', 1995)
  const till = new Till(gateway, orders, { pause, ...(obey && { obey }) })
  const checkout = new Checkout(gateway, orders, till)
  return { gateway, orders, checkout, followUp: () => followUp(gateway, orders, till) }
}

/** @type {Orders | undefined} */
let latest

/**
 * Whether the orders of the last shop say what the gateway says.
 * @param {import('./world.mjs').World} world
 */
export async function booksAgree(world) {
  const { findings } = await world.reconcile((latest?.all() ?? []).map(bookEntry))
  assert.deepEqual(findings, [])
}

/**
 * A tenth of the pauses that a shop makes: tests are quick, and still leave the gateway alone.
 * @param {number} ms
 */
function shorter(ms) {
  return wait(ms / 10)
}
