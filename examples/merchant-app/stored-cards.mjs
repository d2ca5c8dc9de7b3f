import { UnclearAnswer } from './connection.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').PaymentMethod} PaymentMethod
 *
 * @typedef {{ reference: string, name: string }} Customer
 * @typedef {{ pan: string, expiry: string, name: string }} CardToStore
 */

const ATTEMPTS = 3

/**
 * Stores a customer's card with the gateway and returns what pays in its place: the shop never keeps
 * a card number. Correlation ids do not help here, so after an unclear answer it looks at what is there.
 * @param {Gateway} gateway
 * @param {Customer} customer
 * @param {CardToStore} card
 * @returns {Promise<PaymentMethod>}
 */
export async function storeCard(gateway, customer, card) {
  // The same reference gives the same customer, so asking twice does no harm.
  const { id } = await again(() => gateway.customer(customer))
  const name = `Card ending in ${card.pan.slice(-4)}`
  const token = await again(async () => {
    const tokens = await gateway.tokens(id)
    const found = tokens.find(({ preferred_name }) => preferred_name === name)
    return found ?? (await gateway.createToken(id, tokenRequest(name, card)))
  })
  return { creditcard: { pan: token.virtual_pan } }
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
 * For what may be done twice without harm.
 * @template Result
 * @param {() => Promise<Result>} ask
 * @returns {Promise<Result>}
 */
async function again(ask) {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof UnclearAnswer)) throw error
    }
  }
  return await ask()
}
