import type { Request } from '../../law/wire/request.ts'
import type { Choosing } from './choosing.ts'
import { acting, payment } from './paying.ts'

/** One payment, sent several times at once under one correlation id. */
export function race(choosing: Choosing): Request {
  const { chance } = choosing
  const request = chance.often(0.6) ? payment(choosing) : acting(choosing)
  return { ...request, together: 2 + chance.below(3) }
}
