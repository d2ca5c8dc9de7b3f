import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactText } from '../../../../../src/base/redaction/redacted.ts'
import type { Customer } from '../../../../../src/domain/vault-records.ts'
import {
  CustomerIndex,
  type CustomerSearch,
  orderings,
} from '../../../../../src/gateway/world/records/indexes/customer-index.ts'
import { Records } from '../../../../../src/gateway/world/records/records.ts'

const all: CustomerSearch = {
  ordering: 'name',
  name: undefined,
  reference: undefined,
  offset: 0,
  limit: 100,
}

function customer(id: number, changes: Partial<Customer> = {}): Customer {
  const reference = redactText(`R-${id}`)
  return { id, merchant: 1, name: redactText('Ann'), reference, createdAt: 0, ...changes }
}

const letters = fc.constantFrom(...'aAbB ')
const name = fc.string({ unit: letters, minLength: 1, maxLength: 6 }).map(redactText)
const term = fc.option(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), { nil: undefined })
const search = fc.record({
  ordering: fc.constantFrom(...orderings),
  name: term,
  reference: term,
  offset: fc.nat(30),
  limit: fc.integer({ min: 1, max: 20 }),
})
/** A change of one of forty customers: to new texts, or away. */
const change = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  merchant: fc.constantFrom(1, 2),
  name,
  reference: name,
  isGone: fc.boolean(),
})

test('a page is what going through all customers would give, after any changes', () => {
  const step = fc.record({ changes: fc.array(change, { maxLength: 30 }), search })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
      const index = new CustomerIndex()
      const model = new Map<number, Customer>()
      for (const { changes, search: asked } of steps) {
        for (const each of changes) apply(index, model, each)
        for (const merchant of [1, 2]) {
          expect(index.page(merchant, asked)).toEqual(
            naivePage([...model.values()], merchant, asked),
          )
          // Asked again, the kept result must say the same.
          expect(index.page(merchant, asked)).toEqual(
            naivePage([...model.values()], merchant, asked),
          )
        }
      }
    }),
    { numRuns: 300 },
  )
})

type CustomerChange = Omit<Customer, 'createdAt'> & { readonly isGone: boolean }

function apply(
  index: CustomerIndex,
  model: Map<number, Customer>,
  { id, merchant, name, reference, isGone }: CustomerChange,
): void {
  const before = model.get(id)
  if (isGone) {
    if (before) index.remove(before)
    model.delete(id)
    return
  }
  const after = customer(id, { merchant: before?.merchant ?? merchant, name, reference })
  index.put(after, before)
  model.set(id, after)
}

function naivePage(customers: readonly Customer[], merchant: number, asked: CustomerSearch) {
  const holds = (whole: string, part = '') => whole.toLowerCase().includes(part.toLowerCase())
  const key = (each: Customer) =>
    asked.ordering === 'customer_id' ? '' : each[asked.ordering].toLowerCase()
  const found = customers
    .filter((each) => each.merchant === merchant)
    .filter((each) => holds(each.name, asked.name) && holds(each.reference, asked.reference))
    .sort((one, other) => compare(key(one), key(other)) || one.id - other.id)
  const end = asked.offset + asked.limit
  const items = found.slice(asked.offset, end).map(({ id }) => id)
  return { items, hasMore: found.length > end }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

test('the highest id is remembered after its customer is gone', () => {
  const index = new CustomerIndex()
  for (const id of [7, 3]) index.put(customer(id), undefined)
  index.remove(customer(7))
  expect(index.lastId).toBe(7)
})

test('changes that are taken back leave everything as it was', () => {
  const records = new Records()
  const line = (each: Customer) => JSON.stringify(each)
  records.apply([1, 2, 3].map((id) => ({ table: 'customers', key: id, line: line(customer(id)) })))
  const inverse = records.apply([
    { table: 'customers', key: 2, line: undefined },
    {
      table: 'customers',
      key: 3,
      line: line(customer(3, { name: redactText('Aaron'), reference: redactText('R-2') })),
    },
    { table: 'customers', key: 4, line: line(customer(4, { reference: redactText('R-3') })) },
  ])
  expect(records.customerIndex.page(1, all).items).toEqual([3, 1, 4])
  records.apply(inverse)
  expect(records.customerIndex.page(1, all).items).toEqual([1, 2, 3])
  expect(['R-2', 'R-3'].map((key) => records.customerIndex.byReference(1, key))).toEqual([2, 3])
})
