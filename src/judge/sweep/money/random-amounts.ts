import type { CallEffect, CallMoney, RunMoney } from '../document/baseline.ts'
import { knownOrders, moneyGroupOf, orderOf } from './run-money.ts'

/** What the baseline runs of a suite with random amounts have in common. */
export interface AmountsOfRuns {
  /** Whether the amounts of equal calls differ from run to run. */
  readonly areRandom: boolean
  /** How many payments moved money in each run, if that differs too: then nothing can be compared. */
  readonly counts: readonly number[] | undefined
  /** Whether the amounts of an order are the same in every run. */
  readonly isSteady: (order: string) => boolean
}

/**
 * Compares the amounts of the baseline runs: order by order where they have the same references, else
 * by kind of call, since such calls may come in any order.
 */
export function amountsOf(runs: readonly RunMoney[]): AmountsOfRuns {
  const known = knownOrders(runs)
  const keyOf = (call: CallMoney) =>
    known.has(orderOf(call)) ? orderOf(call) : moneyGroupOf(call.name)
  const amounts = runs.map(({ calls }) => amountsBy(calls, keyOf))
  const isSteady = (key: string) =>
    new Set(amounts.flatMap((one) => one.get(key)?.join() ?? [])).size <= 1
  const counts = runs.map(({ calls }) => calls.filter(({ effect }) => moves(effect)).length)
  const areRandom = amounts.some((one) => [...one.keys()].some((key) => !isSteady(key)))
  const isEqual = counts.every((count) => count === counts[0])
  return { areRandom, counts: areRandom && !isEqual ? counts : undefined, isSteady }
}

/** The amounts that calls asked for, each once. */
function amountsBy(
  calls: readonly CallMoney[],
  keyOf: (call: CallMoney) => string,
): ReadonlyMap<string, readonly string[]> {
  const amounts = new Map<string, string[]>()
  for (const call of calls) {
    const key = keyOf(call)
    const own = [...(amounts.get(key) ?? []), call.amount ?? '']
    amounts.set(key, [...new Set(own)].sort())
  }
  return amounts
}

function moves(effect: CallEffect | undefined): boolean {
  return effect !== undefined && effect.ever_charged + effect.refunded > 0
}

/** A run in which each payment counts as one, whatever its amount. */
export function countingPayments({ calls, ...rest }: RunMoney): RunMoney {
  return {
    ...rest,
    calls: calls.map((call) => ({ ...call, effect: call.effect && one(call.effect) })),
  }
}

/** What a call did, in payments; and in cents. */
export type CountedEffect = CallEffect & {
  readonly whole?: CallEffect
  /** Whether it refunds what met the fault, and no baseline run does. */
  readonly isReturn?: boolean
}

function one(effect: CallEffect): CountedEffect {
  const { charged, held, refunded, ever_charged, ever_refunded } = effect
  return {
    ...effect,
    charged: Math.sign(charged),
    held: Math.sign(held),
    refunded: Math.sign(refunded),
    ever_charged: Math.sign(ever_charged),
    ever_refunded: Math.sign(ever_refunded),
    whole: effect,
  }
}
