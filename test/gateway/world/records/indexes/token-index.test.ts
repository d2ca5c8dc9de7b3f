import { expect, test } from 'vitest'
import { redactText } from '../../../../../src/base/redaction/redacted.ts'
import type { Token } from '../../../../../src/domain/vault-records.ts'
import { TokenIndex } from '../../../../../src/gateway/world/records/indexes/token-index.ts'

function token(id: number, changes: Partial<Token> = {}): Token {
  const card = { pan: '411111xxxxxx1111', type: 'visa', fingerprint: 'f' } as const
  return {
    id,
    customer: 1,
    merchant: 1,
    virtualPan: `900000000000000${id}`,
    preferredName: redactText(`card ${id}`),
    active: true,
    account: { type: 'card', card, name: redactText('ANN') },
    createdAt: 0,
    ...changes,
  }
}

test('a token is found by virtual PAN, by name and by customer until it is taken out', () => {
  const index = new TokenIndex()
  index.put(token(1), undefined)
  index.put(token(2), undefined)
  expect(index.byVirtualPan('9000000000000002')).toBe(2)
  expect(index.byName(1, 'card 1')).toBe(1)
  expect(index.ofCustomer(1)).toEqual([1, 2])
  index.remove(token(1))
  expect(index.byVirtualPan('9000000000000001')).toBeUndefined()
  expect(index.byName(1, 'card 1')).toBeUndefined()
  expect(index.ofCustomer(1)).toEqual([2])
  expect(index.ofCustomer(2)).toEqual([])
})

test('a token that comes back is in its old place', () => {
  const index = new TokenIndex()
  for (const id of [1, 2, 3]) index.put(token(id), undefined)
  index.remove(token(2))
  index.put(token(2), undefined)
  expect(index.ofCustomer(1)).toEqual([1, 2, 3])
})

test('a renamed token frees its former name', () => {
  const index = new TokenIndex()
  index.put(token(1), undefined)
  index.put(token(1, { preferredName: redactText('other') }), token(1))
  expect(index.byName(1, 'card 1')).toBeUndefined()
  expect(index.byName(1, 'other')).toBe(1)
  expect(index.ofCustomer(1)).toEqual([1])
})

test('the highest id is remembered after its token is gone', () => {
  const index = new TokenIndex()
  index.put(token(7), undefined)
  index.remove(token(7))
  expect(index.lastId).toBe(7)
})

test('a card is known while an active token of the merchant holds it', () => {
  const index = new TokenIndex()
  expect(index.hasCard(1, 'f')).toBe(false)
  index.put(token(1), undefined)
  index.put(token(2), undefined)
  index.put(token(3, { active: false }), undefined)
  expect([index.hasCard(1, 'f'), index.hasCard(2, 'f'), index.hasCard(1, 'g')]).toEqual([
    true,
    false,
    false,
  ])
  index.remove(token(1))
  expect(index.hasCard(1, 'f')).toBe(true)
  index.put(token(2, { active: false }), token(2))
  expect(index.hasCard(1, 'f')).toBe(false)
  index.put(token(2), token(2, { active: false }))
  expect(index.hasCard(1, 'f')).toBe(true)
})
