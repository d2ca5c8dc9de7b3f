import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CustomerListResponse } from '../../../../src/gateway/wire/contract/vault/customer-contract.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { type Query, VaultClient } from '../../../support/vault-client.ts'

const people = [
  ['Zoe Adams', 'a-3'],
  ['bob Brown', 'C-1'],
  ['Ann Brown', 'b-2'],
  ['Bob Brown', 'a-1'],
] as const

async function withPeople(sandbox: TestSandbox): Promise<VaultClient> {
  const vault = new VaultClient(sandbox.api)
  for (const [name, reference] of people) await vault.createCustomer({ name, reference })
  return vault
}

test('a page is answered with its items and with links that keep every filter', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withPeople(sandbox)
  const filters = 'merchant_id=1&ordering=reference&name=b+b&reference=-1'
  const found = await vault.customers(Object.fromEntries(new URLSearchParams(`${filters}&limit=1`)))
  const href = (path: string) => ({ href: sandbox.api + path })
  expect(found.body).toEqual({
    _links: {
      self: href(`/customers?${filters}&limit=1&offset=0`),
      first: href(`/customers?${filters}&limit=1&offset=0`),
      next: href(`/customers?${filters}&limit=1&offset=1`),
    },
    results: [
      {
        id: 4,
        name: 'Bob Brown',
        reference: 'a-1',
        _links: { self: href('/customers/4'), tokens: href('/customers/4/tokens') },
      },
    ],
  })
  const next = await vault.customersAt(found.body._links.next?.href ?? '')
  expect(next.results.map(({ id }) => id)).toEqual([2])
  expect(next._links).toEqual({
    self: href(`/customers?${filters}&limit=1&offset=1`),
    first: href(`/customers?${filters}&limit=1&offset=0`),
  })
})

test('links of a named world stay in it', async () => {
  await using sandbox = await startTestSandbox()
  const api = `${sandbox.url}/w/blue/v1`
  const vault = new VaultClient(api)
  await vault.createCustomer({ reference: 'one' })
  await vault.createCustomer({ reference: 'two' })
  const { _links } = (await vault.customers({ limit: 1 })).body
  expect(_links.next?.href).toBe(`${api}/customers?limit=1&offset=1`)
  expect((await new VaultClient(sandbox.api).customers()).body.results).toEqual([])
})

const letters = fc.constantFrom(...'abAB')
const text = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
const term = fc.option(fc.string({ unit: letters, minLength: 1, maxLength: 3 }), { nil: undefined })

test('following next visits each match once, in order, though others come behind meanwhile', async () => {
  await using sandbox = await startTestSandbox()
  let merchant = 100
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: text, reference: text }), { maxLength: 25 }),
      fc.record({ name: term, reference: term, ordering: fc.constantFrom('name', 'reference') }),
      fc.integer({ min: 1, max: 9 }),
      async (people, { ordering, ...terms }, limit) => {
        merchant += 1
        const vault = new VaultClient(sandbox.api)
        const own = { merchant_id: merchant }
        for (const person of people) await vault.createCustomer(person, own)
        const filters = Object.entries(terms).filter(([, value]) => value !== undefined)
        const query = { ...own, ...Object.fromEntries(filters), ordering, limit } as Query
        const key = ordering as 'name' | 'reference'
        const expected = matching((await vault.customers(own)).body.results, terms, key)
        let visited: typeof expected = []
        let page: CustomerListResponse = (await vault.customers(query)).body
        for (let turn = 0; ; turn += 1) {
          visited = visited.concat(page.results)
          const next = page._links.next?.href
          if (next === undefined) break
          // Behind everything in either order, and a match of every filter.
          const behind = `zzz${terms.name ?? ''}${terms.reference ?? ''}${turn}`
          if (turn < 5) await vault.createCustomer({ name: behind, reference: behind }, own)
          page = await vault.customersAt(next)
        }
        const seen = visited.filter(({ name }) => !name.startsWith('zzz'))
        expect(seen).toEqual(expected)
        expect(new Set(visited.map(({ id }) => id)).size).toBe(visited.length)
      },
    ),
    { numRuns: 20 },
  )
})

interface Person {
  readonly id: number
  readonly name: string
  readonly reference: string
}

function matching<T extends Person>(
  all: readonly T[],
  terms: { readonly name?: string | undefined; readonly reference?: string | undefined },
  key: 'name' | 'reference',
): T[] {
  const holds = (whole: string, part = '') => whole.toLowerCase().includes(part.toLowerCase())
  return all
    .filter(({ name, reference }) => holds(name, terms.name) && holds(reference, terms.reference))
    .sort((one, other) => {
      const [first, second] = [one[key].toLowerCase(), other[key].toLowerCase()]
      if (first === second) return one.id - other.id
      return first < second ? -1 : 1
    })
}

test('links of a search by a card number have no card number, and lead to the same customers', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const [pan, sameEnds] = ['4539148803436467', '4539140000096467']
  await vault.createCustomer({ name: 'one', reference: pan })
  await vault.createCustomer({ name: 'two', reference: sameEnds })
  await vault.createCustomer({ name: 'three', reference: `${pan} again` })
  await vault.createCustomer({ name: `four ${pan}`, reference: 'other' })
  const follow = async (href: string): Promise<CustomerListResponse> =>
    (await fetch(href)).json() as Promise<CustomerListResponse>
  for (const query of [{ reference: pan }, { name: pan }, { reference: `${pan} again` }]) {
    const all = (await vault.customers({ ...query, ordering: 'customer_id' })).body
    const seen: number[] = []
    const first = await vault.customers({ ...query, ordering: 'customer_id', limit: 1 })
    let body: CustomerListResponse = first.body
    for (let i = 0; i < 9; i++) {
      expect(JSON.stringify(body)).not.toContain(pan)
      seen.push(...body.results.map(({ id }) => id))
      const self = await follow(body._links.self?.href ?? '')
      expect(self).toEqual(body)
      if (body._links.next === undefined) break
      body = await follow(body._links.next.href)
    }
    expect(seen).toEqual(all.results.map(({ id }) => id))
    expect(seen.length).toBeGreaterThan(0)
  }
})
