import type { Customer } from '../../law/state.ts'
import type { Request } from '../../law/wire/request.ts'
import { account, expiry, pan } from './cards.ts'
import { type Choosing, call, merchantOf } from './choosing.ts'

const references = [
  'c-1',
  'C-1',
  'c-2',
  'Ann',
  'ann',
  'b_c',
  'b[c',
  'z 4111111111111111',
  'r/9',
] as const
const names = [
  'Ann Example',
  'ann example',
  'Bob',
  '_bob',
  '[Bob]',
  'Zoe ~',
  'Card 5555555555554444',
] as const

export function customers(choosing: Choosing): Request {
  const { chance } = choosing
  return chance.weighed(
    [5, () => create(choosing)],
    [4, () => list(choosing)],
    [2, () => onCustomer(choosing, 'GET')],
    [3, () => onCustomer(choosing, 'PATCH')],
    [1, () => onCustomer(choosing, 'DELETE')],
  )()
}

/** Given where it is another one than the caller's own, and now and then anyway. */
function whose({ chance }: Choosing, merchant: number): Request['query'] {
  return merchant === 1 && chance.often(0.7) ? [] : [['merchant_id', String(merchant)]]
}

function create(choosing: Choosing): Request {
  const { chance } = choosing
  const merchant = merchantOf(choosing)
  const reference = chance.often(0.6) ? chance.one(references) : `ref ${chance.below(1000)}`
  const body = { reference, name: chance.one(names) }
  return call(choosing, 'POST', '/v1/customers', {
    merchant,
    body,
    query: whose(choosing, merchant),
  })
}

function list(choosing: Choosing): Request {
  const { chance } = choosing
  const merchant = merchantOf(choosing)
  const filters: Request['query'] = [
    ...pick(
      chance.often(0.3),
      'name',
      chance.one(['ann', 'B', 'e', ' ', '5555', 'Card 5555555555554444', '~']),
    ),
    ...pick(
      chance.often(0.3),
      'reference',
      chance.one(['c', '-1', 'REF', 'z 4111111111111111', '[', '+']),
    ),
    ...pick(chance.often(0.5), 'ordering', chance.one(['name', 'customer_id', 'reference'])),
    ...paging(choosing),
  ]
  const query = [...whose(choosing, merchant), ...filters]
  return call(choosing, 'GET', '/v1/customers', { merchant, query })
}

function paging({ chance }: Choosing): Request['query'] {
  return [
    ...pick(chance.often(0.5), 'limit', chance.one(['1', '2', '3', '100'])),
    ...pick(chance.often(0.4), 'offset', chance.one(['0', '1', '2', '5', '2147483547'])),
  ]
}

function pick(isWanted: boolean, name: string, value: string): Request['query'] {
  return isWanted ? [[name, value]] : []
}

function someone({ chance, state }: Choosing): Customer | undefined {
  return chance.often(0.95) ? chance.some(state.customers) : undefined
}

function onCustomer(choosing: Choosing, method: 'GET' | 'PATCH' | 'DELETE'): Request {
  const { chance } = choosing
  const found = someone(choosing)
  const merchant = found && chance.often(0.95) ? found.merchant : merchantOf(choosing)
  const changes = {
    ...(chance.often(0.6) && { reference: chance.one(references) }),
    ...(chance.often(0.6) && { name: chance.one(names) }),
  }
  const path = `/v1/customers/${found?.id ?? 999_999}`
  const query = whose(choosing, merchant)
  return call(choosing, method, path, {
    merchant,
    query,
    ...(method === 'PATCH' && { body: changes }),
  })
}

export function tokens(choosing: Choosing): Request {
  const { chance } = choosing
  return chance.weighed(
    [6, () => createToken(choosing)],
    [2, () => listTokens(choosing)],
    [2, () => onToken(choosing, 'GET')],
    [3, () => onToken(choosing, 'PATCH')],
    [1, () => onToken(choosing, 'DELETE')],
  )()
}

const preferred = ['main', 'Main', 'spare', 'work', 'card 4111111111111111'] as const

function stored({ chance, state }: Choosing) {
  if (chance.often(0.35)) {
    const { bsb, account_number, account_name } = account(chance)
    const members = {
      'BANK.BSB': bsb,
      'BANK.ACCOUNT_NUMBER': account_number,
      'BANK.ACCOUNT_NAME': account_name,
    }
    return { general_bankaccount: members }
  }
  const members = {
    'CARD.PAN': pan(chance),
    'CARD.EXPIRY': expiry(chance, state),
    'CARD.NAME': 'ANN EXAMPLE',
  }
  return { general_creditcard: members }
}

function owned(choosing: Choosing, found: Customer | undefined) {
  const { chance } = choosing
  const merchant = found && chance.often(0.97) ? found.merchant : merchantOf(choosing)
  return { merchant, query: whose(choosing, merchant) }
}

function createToken(choosing: Choosing): Request {
  const { chance } = choosing
  const found = someone(choosing)
  const active = chance.often(0.85)
  const body = { preferred_name: chance.one(preferred), active, account: stored(choosing) }
  const path = `/v1/customers/${found?.id ?? 999_999}/tokens`
  return call(choosing, 'POST', path, { ...owned(choosing, found), body })
}

function listTokens(choosing: Choosing): Request {
  const found = someone(choosing)
  const { merchant, query } = owned(choosing, found)
  const path = `/v1/customers/${found?.id ?? 999_999}/tokens`
  return call(choosing, 'GET', path, { merchant, query: [...query, ...paging(choosing)] })
}

function onToken(choosing: Choosing, method: 'GET' | 'PATCH' | 'DELETE'): Request {
  const { chance, state } = choosing
  const token = chance.often(0.95) ? chance.some(state.tokens) : undefined
  const owner = state.customers.find(({ id }) => id === token?.customer) ?? someone(choosing)
  const changes = {
    ...(chance.often(0.4) && { preferred_name: chance.one(preferred) }),
    ...(chance.often(0.4) && { active: chance.often(0.7) }),
    ...(chance.often(0.4) && { account: stored(choosing) }),
  }
  const path = `/v1/customers/${owner?.id ?? 999_999}/tokens/${token?.id ?? 999_999}`
  const rest = owned(choosing, owner)
  return call(choosing, method, path, { ...rest, ...(method === 'PATCH' && { body: changes }) })
}
