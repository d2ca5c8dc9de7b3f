import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../../src/domain/assumptions/assumptions.ts'
import { virtualPan } from '../../../../src/domain/card/virtual-pan.ts'
import {
  findOrCreateCustomer,
  updateCustomer,
} from '../../../../src/world/commands/vault/customers.ts'
import {
  createToken,
  listTokens,
  updateToken,
} from '../../../../src/world/commands/vault/tokens.ts'
import type { World } from '../../../../src/world/world.ts'
import { bareWorld } from '../../../support/bare-world.ts'
import { NOON, refusalOf } from '../../../support/transaction.ts'

const PAN = '4539148803436467'
/** The same when masked. */
const OTHER = '4539140000096467'

function worldOf(): World {
  const fingerprint = (secret: string) => `f${[...secret].reverse().join('')}`
  return bareWorld(NOON, 'frozen', undefined, { fingerprint }).world
}

function customerOf(world: World, reference: string) {
  const texts = { reference, name: 'Ann Example' }
  return world.run((context) => findOrCreateCustomer(world, context, 1, texts))
}

function tokenOf(world: World, preferredName: string) {
  const { customer } = customerOf(world, 'CUST-1')
  const account = {
    type: 'bank',
    bsb: '062-000',
    accountNumber: '123456',
    accountName: 'Ann',
  } as const
  const input = { preferredName, active: true, account }
  return world.run((context) => createToken(world, context, customer, input))
}

test('a plain reference is its own key, and found again', () => {
  const world = worldOf()
  const { customer, isNew } = customerOf(world, 'CUST-1')
  expect([isNew, customer]).toEqual([
    true,
    { id: 1, merchant: 1, name: 'Ann Example', reference: 'CUST-1', createdAt: NOON },
  ])
  expect(customerOf(world, 'CUST-1')).toEqual({ customer, isNew: false })
})

test('references that are masked alike belong to different customers', () => {
  const world = worldOf()
  const one = customerOf(world, `for ${PAN}`)
  expect(one.customer.reference).toBe('for 453914xxxxxx6467')
  expect(customerOf(world, `for ${PAN}`)).toEqual({ ...one, isNew: false })
  expect(customerOf(world, `for ${OTHER}`)).toMatchObject({
    isNew: true,
    customer: { id: 2, reference: one.customer.reference },
  })
  const renamed = updateCustomer(world, one.customer, { reference: 'plain' })
  expect(renamed).not.toHaveProperty('referenceKey')
  expect(customerOf(world, 'plain').customer.id).toBe(1)
  expect(refusalOf(() => updateCustomer(world, renamed, { reference: `for ${OTHER}` }))).toBe(
    'reference_in_use',
  )
})

test('names that are masked alike belong to different tokens', () => {
  const world = worldOf()
  const plain = tokenOf(world, 'main')
  expect(plain).not.toHaveProperty('nameKey')
  const one = tokenOf(world, `card ${PAN}`)
  expect(one.preferredName).toBe('card 453914xxxxxx6467')
  expect(refusalOf(() => tokenOf(world, `card ${PAN}`))).toBe('preferred_name_in_use')
  expect(tokenOf(world, `card ${OTHER}`).id).toBe(3)
  const renamed = world.run((context) => updateToken(world, context, one, { preferredName: 'own' }))
  expect(renamed).not.toHaveProperty('nameKey')
  expect(tokenOf(world, `card ${PAN}`).id).toBe(4)
})

test.each([
  [0, 2, [1, 2], true],
  [1, 2, [2, 3], false],
  [0, 3, [1, 2, 3], false],
  [3, 1, [], false],
])('of three tokens, from %i on and up to %i, more follow only if some are left', (...given) => {
  const [offset, limit, ids, hasMore] = given
  const world = worldOf()
  for (const name of ['a', 'b', 'c']) tokenOf(world, name)
  const { items, hasMore: more } = listTokens(world, customerOf(world, 'CUST-1').customer, {
    offset,
    limit,
  })
  expect([items.map(({ id }) => id), more]).toEqual([ids, hasMore])
})

test('a number that other data has taken is passed over', () => {
  const world = worldOf()
  const first = tokenOf(world, 'a')
  const numbered = (id: number) => virtualPan(world.seed, id, defaultAssumptions)
  const taken = [numbered(3), numbered(4)].map((pan, i) => {
    const row = { ...first, id: i + 1, preferredName: `taken ${i}`, virtualPan: pan }
    return { table: 'tokens', key: row.id, line: JSON.stringify(row) } as const
  })
  world.commit(taken)
  expect(tokenOf(world, 'b')).toMatchObject({ id: 5, virtualPan: numbered(5) })
})
