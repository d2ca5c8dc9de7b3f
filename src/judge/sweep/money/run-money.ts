import { type BaselineCall, CallNames } from '../cells/call-names.ts'
import type { KnownCall } from '../cells/call-schema.ts'
import type { CallMoney, RunMoney } from '../document/baseline.ts'
import type { Sums } from './money.ts'

/** The money of a run, its calls named as in the baseline runs. */
export function moneyOf(
  { seen, sums }: { readonly seen: readonly BaselineCall[]; readonly sums: Sums },
  known: readonly KnownCall[],
  isSurplus: (call: BaselineCall) => boolean = () => false,
): RunMoney {
  const { effects, customers, tokens } = sums
  const names = new CallNames(known)
  const calls = seen.map((call) => {
    const { place, operation, reference, isAttacked: attacked, isBlind: blind, amount } = call
    const name = names.next(place, operation, reference)
    const surplus = isSurplus(call) ? { surplus: true } : {}
    return { name, reference, attacked, blind, amount, effect: effects.get(call), ...surplus }
  })
  return { calls, customers, tokens }
}

/** The measure for what happens to one call: without the money that its order paid twice by mistake. */
export function measureFor(name: string, baseline: readonly RunMoney[]): readonly RunMoney[] {
  return baseline.map(({ calls, ...rest }) => {
    const own = calls.find((call) => call.name === name)
    const isLeftOut = (call: CallMoney) =>
      call.surplus === true && own !== undefined && orderOf(call) === orderOf(own)
    return {
      ...rest,
      calls: calls.map((call) => (isLeftOut(call) ? { ...call, effect: undefined } : call)),
    }
  })
}

/** The names of the calls that made something. */
export function madeNames(
  run: { readonly seen: readonly BaselineCall[]; readonly sums: Sums },
  known: readonly KnownCall[],
): readonly string[] {
  const { calls } = moneyOf(run, known)
  return calls.filter((_, i) => run.seen[i]?.isMade).map(({ name }) => name)
}

/** All calls of one reference in one place are about one order. */
export function orderOf({ name, reference }: Pick<CallMoney, 'name' | 'reference'>): string {
  return JSON.stringify([name.slice(0, name.lastIndexOf('/') + 1), reference])
}

/** The order whose payment a refund gave back; undefined of one that names no payment, and of other calls. */
export function refundedOrderOf({ name, effect }: CallMoney): string | undefined {
  const reference = effect?.refund_of
  return reference === undefined ? undefined : orderOf({ name, reference })
}

/** The orders that every baseline run has. */
export function knownOrders(clean: readonly RunMoney[]): ReadonlySet<string> {
  const [first = [], ...others] = clean.map(({ calls }) => calls.map(orderOf))
  return new Set(first.filter((key) => others.every((one) => one.includes(key))))
}

/** `checkout/purchase-3` is one of `checkout/purchase`. */
export function moneyGroupOf(name: string): string {
  return name.slice(0, name.lastIndexOf('-'))
}
