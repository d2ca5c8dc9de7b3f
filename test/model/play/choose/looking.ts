import type { Request } from '../../law/wire/request.ts'
import { type Choosing, call, merchantOf } from './choosing.ts'

export function lookup(choosing: Choosing): Request {
  const { chance, state } = choosing
  const found = chance.some([...state.transactions.values()])
  const audit = chance.often(0.95) ? (found?.audit ?? 1_000_001) : state.nextAudit
  const merchant = found?.merchant ?? 1
  return call(choosing, 'GET', `/v1/transactions/${audit}`, { merchant })
}

export function search(choosing: Choosing): Request {
  const { chance, state } = choosing
  const found = chance.some([...state.transactions.values()].slice(-40))
  const merchant = found && chance.often(0.9) ? found.merchant : merchantOf(choosing)
  const id = chance.often(0.93) ? (found?.correlation ?? 'none') : 'never-used'
  const query = [
    ['merchant_id', String(merchant)],
    ['correlation_id_lookup', id],
  ] as const
  return call(choosing, 'GET', '/v1/transactions', { merchant, query })
}

/** A request again as it was, or another one under its correlation id. */
export function repeat(choosing: Choosing, another: () => Request): Request {
  const { chance, sent } = choosing
  const earlier = chance.some(sent.slice(-30))
  if (earlier === undefined) return another()
  if (chance.often(0.5)) return earlier
  const other = another()
  const id = earlier.headers['x-correlation-id'] ?? ''
  return { ...other, headers: { ...other.headers, 'x-correlation-id': id } }
}
