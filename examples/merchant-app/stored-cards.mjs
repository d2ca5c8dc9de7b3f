import { setTimeout as wait } from 'node:timers/promises'
import { LostResponse, RefusedRequest } from './connection.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').PaymentMethod} PaymentMethod
 *
 * @typedef {{ reference: string, name: string }} Customer
 * @typedef {{ pan: string, expiry: string, name: string }} CardToStore
 */

const ATTEMPTS = 4

/**
 * Stores a customer's card with the gateway and returns what pays in its place: the shop never keeps
 * a card number. Correlation ids do not help here, so it looks at what is there before it makes it.
 * @param {Gateway} gateway
 * @param {Customer} customer
 * @param {CardToStore} card
 * @returns {Promise<PaymentMethod>}
 */
export async function storeCard(gateway, customer, card) {
  const { id } = await foundOrMade(
    async () => (await gateway.customers(customer.reference)).find(isOf(customer)),
    () => gateway.customer(customer),
  )
  const name = `Card ending in ${card.pan.slice(-4)}`
  const token = await foundOrMade(
    async () => (await gateway.tokens(id)).find(({ preferred_name }) => preferred_name === name),
    () => gateway.createToken(id, tokenRequest(name, card)),
  )
  return { creditcard: { pan: token.virtual_pan } }
}

/**
 * @param {Customer} customer
 * @returns {(found: { reference: string }) => boolean}
 */
function isOf({ reference }) {
  return (found) => found.reference === reference
}

/**
 * @param {string} name
 * @param {CardToStore} card
 */
function tokenRequest(name, { pan, expiry, name: holder }) {
  const account = { 'CARD.PAN': pan, 'CARD.EXPIRY': expiry, 'CARD.NAME': holder }
  return { preferred_name: name, active: true, account: { general_creditcard: account } }
}

/**
 * Makes what is not there yet, and looks again after every lost response.
 * @template Result
 * @param {() => Promise<Result | undefined>} find
 * @param {() => Promise<Result>} make
 * @returns {Promise<Result>}
 */
async function foundOrMade(find, make) {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return (await find()) ?? (await made(find, make))
    } catch (error) {
      if (!(error instanceof LostResponse)) throw error
      await wait(1000 * error.retryAfter || 100 * attempt)
    }
  }
  return (await find()) ?? (await make())
}

/**
 * A name in use may be our own: something between may have sent the request twice.
 * @template Result
 * @param {() => Promise<Result | undefined>} find
 * @param {() => Promise<Result>} make
 * @returns {Promise<Result>}
 */
async function made(find, make) {
  try {
    return await make()
  } catch (error) {
    const found = error instanceof RefusedRequest ? await find() : undefined
    if (found === undefined) throw error
    return found
  }
}
