import type { House } from '../../law/house.ts'
import type { State } from '../../law/state.ts'
import type { Request } from '../../law/wire/request.ts'
import type { Chance } from '../chance.ts'

/** What a choice depends on: chance, and what is there to choose from. */
export interface Choosing {
  readonly chance: Chance
  readonly state: State
  readonly house: House
  /** Requests that may have made something, newest last. */
  readonly sent: readonly Request[]
}

export function merchantOf({ chance, house }: Choosing): number {
  const usual = chance.weighed([8, 1], [3, 2])
  return house.auth === 'open' ? usual : chance.weighed([30, usual], [1, 3], [1, 4])
}

function newCorrelationId(chance: Chance): string {
  return chance.weighed(
    [20, `c-${chance.below(2 ** 31)}`],
    [1, `+-_:.,${chance.below(2 ** 31)}`],
    [1, String(chance.below(2 ** 31)).padEnd(128, 'Z')],
  )
}

/** Mostly somebody who may act for the merchant. */
function credentials({ chance, house }: Choosing, merchant: number): Record<string, string> {
  if (house.auth === 'open') return {}
  const fitting = house.users.filter(({ merchants }) => merchants.includes(merchant))
  const user = (chance.often(0.95) ? chance.some(fitting) : undefined) ?? chance.some(house.users)
  if (user === undefined) return {}
  const basic = Buffer.from(`${user.name}:${user.password}`).toString('base64')
  return { authorization: chance.often(0.5) ? `Basic ${basic}` : `Bearer ${user.token}` }
}

interface Rest {
  readonly merchant: number
  readonly body?: unknown
  readonly query?: Request['query']
}

export function call(
  choosing: Choosing,
  method: Request['method'],
  path: string,
  { merchant, body, query = [] }: Rest,
): Request {
  const { chance } = choosing
  const needsId = method !== 'GET' || chance.often(0.2)
  const headers = {
    ...credentials(choosing, merchant),
    ...(needsId && { 'x-correlation-id': newCorrelationId(chance) }),
  }
  return { method, path, query, headers, body }
}

export function control(method: Request['method'], path: string, body?: unknown): Request {
  return { method, path: `/_sandbox${path}`, query: [], headers: {}, body }
}
