import type { vaultCases } from '../../../src/judge/coverage/vault.ts'
import { card, VaultClient } from '../../support/vault-client.ts'
import type { Judged } from '../wire/judged.ts'
import { type Proof, paid, pan } from './proof.ts'

const vaultOf = ({ sandbox }: Judged) => new VaultClient(sandbox.api)

/** A customer with a card. */
async function stored(judged: Judged) {
  const vault = vaultOf(judged)
  const { id: customer } = (await vault.createCustomer()).body
  const { id, virtual_pan } = (await vault.createToken(customer)).body
  return { vault, customer, id, virtual_pan }
}

export const vaultProofs: Record<(typeof vaultCases)[number]['name'], Proof> = {
  'customer-made': {
    shown: (judged) => vaultOf(judged).createCustomer(),
    missed: (judged) => vaultOf(judged).createCustomer({ name: undefined, reference: '' }),
  },
  'customer-found-again': {
    shown: async (judged) => {
      await vaultOf(judged).createCustomer()
      await vaultOf(judged).createCustomer()
    },
    missed: async (judged) => {
      await vaultOf(judged).createCustomer()
      await vaultOf(judged).createCustomer({ reference: 'CUST-2' })
    },
  },
  'customer-updated': {
    shown: async (judged) => {
      const { id } = (await vaultOf(judged).createCustomer()).body
      await vaultOf(judged).updateCustomer(id, { name: 'Bea Example' })
    },
    missed: (judged) => vaultOf(judged).updateCustomer(99, { name: 'Bea Example' }),
  },
  'customer-deleted': {
    shown: async (judged) => {
      const { id } = (await vaultOf(judged).createCustomer()).body
      await vaultOf(judged).deleteCustomer(id)
    },
    missed: (judged) => vaultOf(judged).deleteCustomer(99),
  },
  'customers-paged': {
    shown: async (judged) => {
      const vault = vaultOf(judged)
      await vault.createCustomer({ reference: 'C-1' })
      await vault.createCustomer({ reference: 'C-2' })
      const { body } = await vault.customers({ limit: 1 })
      await vault.customersAt(body._links.next?.href ?? '')
    },
    missed: async (judged) => {
      await vaultOf(judged).createCustomer()
      await vaultOf(judged).customers({ limit: 1, offset: 0 })
    },
  },
  'token-made': {
    shown: stored,
    missed: (judged) => vaultOf(judged).createToken(99),
  },
  'token-name-taken': {
    shown: async (judged) => {
      const { vault, customer } = await stored(judged)
      await vault.createToken(customer)
    },
    missed: async (judged) => {
      const { vault, customer } = await stored(judged)
      await vault.createToken(customer, { preferred_name: 'second card' })
    },
  },
  'token-deactivated': {
    shown: async (judged) => {
      const { vault, customer, id } = await stored(judged)
      await vault.updateToken(customer, id, { active: false })
    },
    missed: async (judged) => {
      const { vault, customer, id } = await stored(judged)
      await vault.updateToken(customer, id, { active: true })
      await vault.updateToken(customer, 99, { active: false })
    },
  },
  'token-used-inactive': {
    shown: async (judged) => {
      const { vault, customer, id, virtual_pan } = await stored(judged)
      await vault.updateToken(customer, id, { active: false })
      await paid(judged, pan(virtual_pan))
    },
    missed: async (judged) => {
      const { vault, customer, id, virtual_pan } = await stored(judged)
      await paid(judged, pan(virtual_pan))
      await vault.deleteToken(customer, id)
      await paid(judged, pan(virtual_pan))
    },
  },
  'token-renewed': {
    shown: async (judged) => {
      const { vault, customer, id } = await stored(judged)
      await vault.updateToken(customer, id, { account: card({ 'CARD.EXPIRY': '1231' }) })
    },
    missed: async (judged) => {
      const { vault, customer, id } = await stored(judged)
      await vault.updateToken(customer, id, { preferred_name: 'old card' })
    },
  },
  'token-deleted': {
    shown: async (judged) => {
      const { vault, customer, id } = await stored(judged)
      await vault.deleteToken(customer, id)
    },
    missed: async (judged) => {
      const { vault, customer } = await stored(judged)
      await vault.deleteToken(customer, 99)
    },
  },
  'token-paid-with': {
    shown: async (judged) => paid(judged, pan((await stored(judged)).virtual_pan)),
    missed: async (judged) => {
      const { vault, customer, id, virtual_pan } = await stored(judged)
      await paid(judged)
      await vault.updateToken(customer, id, { active: false })
      await paid(judged, pan(virtual_pan))
    },
  },
}
