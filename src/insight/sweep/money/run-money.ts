import { type BaselineCall, CallNames, type KnownCall } from '../cells/call-names.ts'
import type { CallEffect, Sums } from './money.ts'

/** A call that a run made, and what it did with money. */
export interface CallMoney {
  /** The same in every run. */
  readonly name: string
  readonly reference: string
  /** Whether it met the fault, or looks like a further attempt at the same thing. */
  readonly isAttacked: boolean
  /** Whether it followed a lost answer under a new reference before anything asked. */
  readonly isBlind?: boolean | undefined
  /** What it asked for, in cents. */
  readonly amount?: string | undefined
  readonly effect?: CallEffect | undefined
}

/** What the calls of a run did with money, and what is in the vault at its end. */
export interface RunMoney {
  readonly calls: readonly CallMoney[]
  readonly customers: number
  readonly tokens: number
}

/** The money of a run, its calls named as in the baseline runs. */
export function moneyOf(
  { seen, sums }: { readonly seen: readonly BaselineCall[]; readonly sums: Sums },
  known: readonly KnownCall[],
): RunMoney {
  const { effects, customers, tokens } = sums
  const names = new CallNames(known)
  const calls = seen.map((call) => {
    const { place, operation, reference, isAttacked, isBlind, amount } = call
    const name = names.next(place, operation, reference)
    return { name, reference, isAttacked, isBlind, amount, effect: effects.get(call) }
  })
  return { calls, customers, tokens }
}

/** All calls of one reference in one place are about one order. */
export function orderOf({ name, reference }: CallMoney): string {
  return JSON.stringify([name.slice(0, name.lastIndexOf('/') + 1), reference])
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
