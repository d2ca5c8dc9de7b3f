import { maskedText } from '../card/text.ts'
import type { Customer, State } from '../state.ts'
import type { Check, Expected, Pattern } from '../wire/expected.ts'
import { refusedWith } from '../wire/refusal.ts'
import { memberOf } from '../wire/request.ts'
import { hrefOf, pageLinks, type Vault } from './links.ts'

/** An id is told by an answer, once, and none is given twice. */
export function newId(
  record: { id: number },
  used: Set<number>,
  type: 'integer' | 'string',
): Check {
  return (value) => {
    const number = Number(value)
    const isTyped = typeof value === (type === 'integer' ? 'number' : 'string')
    if (record.id > 0)
      return isTyped && number === record.id ? undefined : `id ${record.id} expected`
    const isFine = isTyped && Number.isInteger(number) && number >= 1 && !used.has(number)
    if (!isFine) return `a new id (${type}) expected`
    record.id = number
    used.add(number)
    return undefined
  }
}

export function customerView(vault: Vault, customer: Customer): Pattern {
  const { state } = vault.seen
  return {
    id: newId(customer, state.usedIds.customers, 'integer'),
    name: maskedText(customer.name),
    reference: maskedText(customer.reference),
    // Read after the id, which may only just have become known.
    _links: { self: lazyLink(vault, customer, ''), tokens: lazyLink(vault, customer, '/tokens') },
  }
}

function lazyLink(vault: Vault, customer: Customer, rest: string): Pattern {
  return { href: (value) => isHref(vault, value, `/customers/${customer.id}${rest}`) }
}

export function isHref(vault: Vault, value: unknown, path: string): string | undefined {
  const wanted = hrefOf(vault, path)
  return value === wanted ? undefined : `${wanted} expected`
}

export function findCustomer(state: State, merchant: number, id: string | undefined) {
  return state.customers.find((one) => one.id === Number(id) && one.merchant === merchant)
}

export function createCustomer(vault: Vault): Expected {
  const { state } = vault.seen
  const reference = String(memberOf(vault.call.body, 'reference'))
  const known = state.customers.find(
    (one) => one.merchant === vault.merchant && one.reference === reference,
  )
  if (known !== undefined) return { status: 200, body: customerView(vault, known) }
  const name = String(memberOf(vault.call.body, 'name'))
  const made: Customer = { id: 0, merchant: vault.merchant, reference, name }
  state.customers.push(made)
  const location: Check = (value) => isHref(vault, value, `/customers/${made.id}`)
  return { status: 201, body: customerView(vault, made), headers: { location } }
}

export function updateCustomer(vault: Vault, customer: Customer): Expected {
  const { reference, name } = {
    reference: customer.reference,
    name: customer.name,
    ...changes(vault),
  }
  const isTaken = vault.seen.state.customers.some(
    (one) => one !== customer && one.merchant === vault.merchant && one.reference === reference,
  )
  if (isTaken) return refusedWith(422, 'reference_in_use')
  Object.assign(customer, { reference, name })
  return { status: 200, body: customerView(vault, customer) }
}

function changes({ call }: Vault): Partial<Pick<Customer, 'reference' | 'name'>> {
  const reference = memberOf(call.body, 'reference')
  const name = memberOf(call.body, 'name')
  return {
    ...(typeof reference === 'string' && { reference }),
    ...(typeof name === 'string' && { name }),
  }
}

export function deleteCustomer({ seen: { state, house } }: Vault, customer: Customer): Expected {
  state.customers.splice(state.customers.indexOf(customer), 1)
  const left = state.tokens.filter(({ customer: owner }) => owner !== customer.id)
  state.tokens.splice(0, state.tokens.length, ...left)
  return deleted(house.deletedStatus)
}

export function deleted(status: 200 | 204): Expected {
  return { status, body: status === 200 ? {} : undefined }
}

export function listCustomers(vault: Vault): Expected {
  const { seen, merchant, call } = vault
  const query = new Map(call.request.query)
  const found = seen.state.customers
    .filter((one) => one.merchant === merchant)
    .filter((one) => isMatch(one.name, query.get('name')))
    .filter((one) => isMatch(one.reference, query.get('reference')))
    .sort(orderedBy(query.get('ordering') ?? 'name'))
  const offset = Number(query.get('offset') ?? 0)
  const page = found.slice(offset, offset + Number(query.get('limit') ?? 100))
  const links = pageLinks(vault, '/customers', found.length)
  return {
    status: 200,
    body: { _links: links, results: page.map((one) => customerView(vault, one)) },
  }
}

/** A part is looked for in what is shown; the whole text in what was sent. */
function isMatch(text: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const part = wanted.toLowerCase()
  return text.toLowerCase() === part || maskedText(text).toLowerCase().includes(part)
}

/** Ties go by id. Ids grow, so that the order in which customers were made is theirs. */
function orderedBy(ordering: string) {
  return (one: Customer, other: Customer): number => {
    const [left, right] =
      ordering === 'reference' ? [one.reference, other.reference] : [one.name, other.name]
    const [a, b] = [left.toLowerCase(), right.toLowerCase()]
    if (ordering === 'customer_id' || a === b) return 0
    return a < b ? -1 : 1
  }
}
