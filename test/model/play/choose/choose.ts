import type { Request } from '../../law/wire/request.ts'
import type { Choosing } from './choosing.ts'
import { lookup, repeat, search } from './looking.ts'
import { acting, payment } from './paying.ts'
import { race } from './race.ts'
import { spoilt } from './spoilt.ts'
import { byHand, clockMove, expire, putAside, rule, settle } from './time.ts'
import { astray } from './transport.ts'
import { customers, tokens } from './vault.ts'

/** The next request of a history. */
export function choose(choosing: Choosing): Request {
  const { chance } = choosing
  const plain = () =>
    chance.weighed(
      [30, payment],
      [24, acting],
      [9, lookup],
      [5, search],
      [14, customers],
      [14, tokens],
    )(choosing)
  return chance.weighed<() => Request>(
    [80, plain],
    [3, () => race(choosing)],
    [6, () => repeat(choosing, () => payment(choosing))],
    [9, () => clockMove(choosing)],
    [1.5, () => settle(choosing)],
    [0.7, () => expire(choosing)],
    [1.5, () => rule(choosing)],
    [1, () => byHand(choosing)],
    [0.7, () => putAside(choosing)],
    [12, () => spoilt(chance, plain())],
    [2, () => astray(choosing, plain())],
  )()
}
