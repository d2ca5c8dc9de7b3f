import type { House } from '../house.ts'
import type { Expected } from './expected.ts'
import { refusedWith } from './refusal.ts'
import type { Request } from './request.ts'

/** Whoever calls: the merchant it belongs to, and those it may act for. */
export interface Caller {
  readonly merchant: number
  readonly mayUse: (merchant: number) => boolean
}

export function callerOf(house: House, request: Request): Caller | undefined {
  if (house.auth === 'open') return { merchant: 1, mayUse: () => true }
  const given = request.headers.authorization ?? ''
  const user = house.users.find(({ name, password, token }) => {
    const basic = Buffer.from(`${name}:${password}`).toString('base64')
    return given === `Basic ${basic}` || given === `Bearer ${token}`
  })
  if (user === undefined) return undefined
  return { merchant: user.merchant, mayUse: (merchant) => user.merchants.includes(merchant) }
}

export function forbidden(caller: Caller, merchant: number): Expected | undefined {
  return caller.mayUse(merchant) ? undefined : refusedWith(403, 'forbidden_merchant')
}

export function withoutVault(house: House, merchant: number): Expected | undefined {
  const has = house.merchants?.find(({ id }) => id === merchant)?.vault ?? true
  return has ? undefined : refusedWith(403, 'vault_not_enabled')
}
