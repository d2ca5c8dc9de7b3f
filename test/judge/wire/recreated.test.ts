import { expect, test } from 'vitest'
import { card, VaultClient } from '../../support/vault-client.ts'
import { Judged } from './judged.ts'

interface Shop {
  readonly judged: Judged
  readonly vault: VaultClient
  /** A customer that exists. */
  readonly customer: number
  readonly lose: (operation: string, at: 'before' | 'after') => Promise<unknown>
}

async function openShop(): Promise<Shop> {
  const judged = await Judged.start()
  const vault = new VaultClient(judged.sandbox.api)
  const { id: customer } = (await vault.createCustomer({ reference: 'known', name: 'Known' })).body
  const lose = (operation: string, at: 'before' | 'after') =>
    judged.control.post('/rules', { when: { operation }, outcome: { fault: { at, http: 503 } } })
  return { judged, vault, customer, lose }
}

interface Case {
  readonly title: string
  readonly isFound: boolean
  readonly play: (shop: Shop) => Promise<unknown>
}

const other = card({ 'CARD.PAN': '5555555555554444' })

const tokens: readonly Case[] = [
  {
    title: 'the same card under another name',
    isFound: true,
    play: ({ vault, customer }) => vault.createToken(customer, { preferred_name: 'second' }),
  },
  {
    title: 'the same name, which is unique',
    isFound: false,
    play: ({ vault, customer }) => vault.createToken(customer),
  },
  {
    title: 'a list that fails, and then the same card',
    isFound: true,
    play: async ({ vault, customer, lose }) => {
      await lose('token_list', 'before')
      await vault.tokens(customer)
      await vault.createToken(customer, { preferred_name: 'second' })
    },
  },
  {
    title: 'a list of the customers, which shows no token, and then the same card',
    isFound: true,
    play: async ({ vault, customer }) => {
      await vault.customers()
      await vault.createToken(customer, { preferred_name: 'second' })
    },
  },
  {
    title: 'a list of the tokens first',
    isFound: false,
    play: async ({ vault, customer }) => {
      await vault.tokens(customer)
      await vault.createToken(customer, { preferred_name: 'second' })
    },
  },
  {
    title: 'another card under another name',
    isFound: false,
    play: ({ vault, customer }) =>
      vault.createToken(customer, { preferred_name: 'second', account: other }),
  },
  {
    title: 'the same card for another customer',
    isFound: false,
    play: async ({ vault }) => {
      const { id } = (await vault.createCustomer({ reference: 'else', name: 'Else' })).body
      await vault.createToken(id)
    },
  },
]

const customers: readonly Case[] = [
  {
    title: 'the same name under another reference',
    isFound: true,
    play: ({ vault }) => vault.createCustomer({ reference: 'new-2', name: 'New' }),
  },
  {
    title: 'the same reference, which returns the customer',
    isFound: false,
    play: ({ vault }) => vault.createCustomer({ reference: 'new-1', name: 'New' }),
  },
  {
    title: 'a search first',
    isFound: false,
    play: async ({ vault }) => {
      await vault.customers({ reference: 'new-1' })
      await vault.createCustomer({ reference: 'new-2', name: 'New' })
    },
  },
  {
    title: 'another customer',
    isFound: false,
    play: ({ vault }) => vault.createCustomer({ reference: 'new-2', name: 'Newer' }),
  },
  {
    title: 'the same name for another merchant',
    isFound: false,
    play: ({ vault }) =>
      vault.createCustomer({ reference: 'new-2', name: 'New' }, { merchant_id: 2 }),
  },
]

for (const at of ['before', 'after'] as const) {
  test.each(tokens)(`a token is lost ${at} processing, then $title`, async ({ isFound, play }) => {
    const shop = await openShop()
    await using judged = shop.judged
    await shop.lose('token_create', at)
    await shop.vault.createToken(shop.customer)
    await play(shop)
    expect((await judged.codes()).includes('blind-recreate')).toBe(isFound)
  })

  test.each(customers)(
    `a customer is lost ${at} processing, then $title`,
    async ({ isFound, play }) => {
      const shop = await openShop()
      await using judged = shop.judged
      await shop.lose('customer_create', at)
      await shop.vault.createCustomer({ reference: 'new-1', name: 'New' })
      await play(shop)
      expect((await judged.codes()).includes('blind-recreate')).toBe(isFound)
    },
  )
}

test('it shows both requests, and no card number', async () => {
  const shop = await openShop()
  await using judged = shop.judged
  await shop.lose('token_create', 'after')
  await shop.vault.createToken(shop.customer)
  await shop.vault.createToken(shop.customer, { preferred_name: 'second' })
  const [finding] = await judged.findings()
  expect(finding).toMatchObject({
    code: 'blind-recreate',
    severity: 'warning',
    subject: 'token second',
    message:
      'The token was created again after a lost response (503), with no list or get in between.',
    requests: [2, 3],
  })
  expect(JSON.stringify(finding)).not.toContain('4111111111111111')
})

test('a creation with a clear answer may come again', async () => {
  const shop = await openShop()
  await using judged = shop.judged
  await shop.vault.createToken(shop.customer)
  await shop.vault.createToken(shop.customer, { preferred_name: 'second' })
  expect(await judged.codes()).toEqual([])
})
