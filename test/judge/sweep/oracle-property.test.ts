import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BaselineCall,
  CallNames,
  compareRuns,
} from '../../../src/judge/sweep/cells/call-names.ts'
import type { CallEffect } from '../../../src/judge/sweep/document/baseline.ts'
import { Sums } from '../../../src/judge/sweep/money/money.ts'
import { judgeMoney } from '../../../src/judge/sweep/money/oracle.ts'
import { moneyOf } from '../../../src/judge/sweep/money/run-money.ts'
import { recoveryKind } from '../../../src/judge/sweep/run/recovery.ts'
import type { DirectedFacts } from '../../../src/record/director.ts'

/** How a suite names its orders. `seeded`: as drawn from a seed, from which every attempt draws too. */
const styles = ['fixed', 'suffixed', 'random', 'random attempts', 'seeded', 'all alike'] as const

const suite = fc.record({
  style: fc.constantFrom(...styles),
  prices: fc.array(fc.constantFrom(1000, 2000, 4995), { minLength: 1, maxLength: 4 }),
  /** Which order meets the fault. */
  at: fc.nat({ max: 3 }),
  isRandomCard: fc.boolean(),
  /** What each further attempt costs in addition. */
  fee: fc.constantFrom(0, 50),
  /** Whether it stops after the order that met the fault. */
  stops: fc.boolean(),
})

type Suite = typeof suite extends fc.Arbitrary<infer Value> ? Value : never

/** A run of a suite: `results` are the attempts at the order that meets the fault, true if it is charged. */
class ShopRun {
  readonly seen: BaselineCall[] = []
  readonly sums = new Sums()
  struck: { readonly index: number; readonly facts: DirectedFacts } | undefined

  readonly #suite: Suite
  readonly #nth: number
  #drawn = 0
  #reference = ''

  constructor(of: Suite, nth: number, results: readonly boolean[] = [true]) {
    this.#suite = of
    this.#nth = nth
    const fault = results.length > 1 || nth > 2 ? of.at % of.prices.length : -1
    for (const [i, price] of of.prices.entries()) {
      const isHit = i === fault
      for (const [attempt, isCharged] of (isHit ? results : [true]).entries()) {
        this.#send(i, attempt, price + (attempt > 0 ? of.fee : 0), isCharged, isHit)
      }
      if (isHit && of.stops) return
    }
  }

  #send(i: number, attempt: number, amount: number, isCharged: boolean, isHit: boolean): void {
    const reference = this.#next(i, attempt)
    const facts = { operation: 'purchase', reference, amount: String(amount) } as const
    const place = { place: '', world: 'default' }
    const again = this.struck && recoveryKind({ ...place, facts: this.struck.facts }, facts, place)
    const isFirst = isHit && this.struck === undefined
    if (isFirst) this.struck = { index: this.seen.length, facts }
    const call: BaselineCall = {
      ...{ place: '', test: { world: 'default', number: 1, label: null } },
      ...{ operation: 'purchase', reference },
      ...{ isMade: isCharged, isPlain: true, isAttacked: isFirst || again === 'retry' },
    }
    this.seen.push(call)
    const payer = `card ${this.#suite.isRandomCard ? (this.#nth + attempt) % 3 : 0}`
    const nothing = { payer, currency: 'AUD', held: 0, refunded: 0, ever_refunded: 0 }
    const effect: CallEffect = { ...nothing, charged: amount, ever_charged: amount }
    if (isCharged) this.sums.effects.set(call, effect)
  }

  #next(i: number, attempt: number): string {
    switch (this.#suite.style) {
      case 'fixed':
        return `A-${i}`
      case 'suffixed':
        return attempt === 0 ? `A-${i}` : `A-${i}-${attempt + 1}`
      case 'random':
        return `run ${this.#nth} order ${i}`
      case 'random attempts':
        return `run ${this.#nth} order ${i} attempt ${attempt}`
      case 'seeded':
        this.#drawn += 1
        if (attempt === 0) this.#reference = `drawn ${this.#drawn}`
        return this.#reference
      case 'all alike':
        return 'A'
    }
  }
}

function judged(of: Suite, results: readonly boolean[]) {
  const [first, second] = [new ShopRun(of, 1), new ShopRun(of, 2)]
  const run = new ShopRun(of, 3, results)
  const { known, different } = compareRuns(first.seen, second.seen)
  expect(different).toEqual([])
  const names = new CallNames(known)
  const called = run.seen.map((call) => names.next(call.place, call.operation, call.reference))
  const struck = { name: called[run.struck?.index ?? -1] ?? '', isWhole: !of.stops }
  const clean = [first, second].map((one) => moneyOf(one, known))
  return judgeMoney(moneyOf(run, known), clean, struck)
}

test('a client that pays each order once is never blamed, however often it tried', () => {
  const course = fc.oneof(
    fc.constant([true]),
    fc.integer({ min: 1, max: 3 }).map((lost) => [...Array<boolean>(lost).fill(false), true]),
  )
  fc.assert(
    fc.property(suite, course, (of, results) => {
      const { change, price } = judged(of, results)
      expect(change).toMatchObject({ isChargedMore: false, isNotUndone: false })
      const isDearer = of.fee > 0 && results.length > 1
      if (!of.stops || !isDearer) expect(price !== undefined).toBe(isDearer)
    }),
  )
})

test('a client that pays an order twice is found out, unless nothing tells it from the next order', () => {
  fc.assert(
    fc.property(suite, (of) => {
      const isLast = of.at % of.prices.length === of.prices.length - 1
      const isUnclear = /attempts|alike/.test(of.style) || (of.style === 'suffixed' && of.fee > 0)
      fc.pre(!of.stops || isLast || !isUnclear)
      expect(judged(of, [true, true]).change.isChargedMore).toBe(true)
    }),
  )
})
