import { counted } from '../../../base/text/counted.ts'
import { moneyText } from '../../../domain/money.ts'
import type { MoneyAmount } from '../../findings/money-amount.ts'
import type { MoneyChange } from '../cells/result.ts'
import type { CallMoney, RunMoney } from '../document/baseline.ts'
import { amountsOf, type CountedEffect, countingPayments } from './random-amounts.ts'
import { knownOrders, moneyGroupOf, orderOf, refundedOrderOf } from './run-money.ts'

/** Calls of a run, and those of the baseline runs that they are compared with, in one currency. */
interface MoneyScope {
  readonly currency: string
  readonly now: readonly CountedEffect[]
  readonly before: readonly (readonly CountedEffect[])[]
}

type Amount = (effect: CountedEffect) => number

const charged: Amount = (effect) => effect.charged + effect.held
const refunded: Amount = (effect) => effect.refunded
/** Without what gave back the payment that met the fault: the gateway refunds no more of it than was paid. */
const refundedAgain: Amount = ({ refunded, isReturn }) => (isReturn ? 0 : refunded)
const everCharged: Amount = (effect) => effect.ever_charged
const everRefunded: Amount = (effect) => effect.ever_refunded
const everRefundedIn = (effects: readonly CountedEffect[]) => sumOf(effects, everRefunded)
const balance: Amount = (effect) => charged(effect) - refunded(effect)

function sumOf(effects: readonly CountedEffect[], amount: Amount): number {
  return effects.reduce((sum, effect) => sum + amount(effect), 0)
}

/** How much more than in any baseline run. */
function excess({ now, before }: MoneyScope, amount: Amount): number {
  return sumOf(now, amount) - Math.max(0, ...before.map((one) => sumOf(one, amount)))
}

/** The same of what was ever charged. */
function everExcess({ now, before }: MoneyScope): number {
  return everSum(now) - Math.max(0, ...before.map(everSum))
}

/** A hold and its completion take the same money: counted twice, it would hide a second charge. */
function everSum(effects: readonly CountedEffect[]): number {
  const [held, completed] = (['preauthorisation', 'completion'] as const).map((part) =>
    sumOf(effects, (effect) => (effect.part === part ? everCharged(effect) : 0)),
  )
  return sumOf(effects, everCharged) - Math.min(held ?? 0, completed ?? 0)
}

/** How much less than in any baseline run. */
function shortfall({ now, before }: MoneyScope, amount: Amount): number {
  return Math.min(...before.map((one) => sumOf(one, amount))) - sumOf(now, amount)
}

/** A payment that was undone in the baseline runs and not here is no surplus. */
function hasSurplus(scope: MoneyScope): boolean {
  return excess(scope, charged) > 0 && everExcess(scope) > 0
}

/** As many payments as in the baseline runs, which come to a little more, have another price. */
function isTwice(scope: MoneyScope, amount: Amount, own: number): boolean {
  const isMoreOften = excess(scope, (effect) => Number(amount(effect) > 0)) > 0
  return excess(scope, amount) > 0 && (isMoreOften || excess(scope, amount) >= own)
}

function isChargedTwice(scope: MoneyScope, own: number): boolean {
  return hasSurplus(scope) && isTwice(scope, charged, own)
}

/** A refund in place of a void leaves the payer with the same money. */
function isRefundedTwice(scope: MoneyScope, own: number, amount = refunded): boolean {
  if (shortfall(scope, balance) <= 0 || isRefundNotUndone(scope)) return false
  return isTwice(scope, amount, own)
}

/** The baseline runs undo a payment or a refund, and this run neither does so nor evens it out. */
function isNotUndone(scope: MoneyScope): boolean {
  const isPaid = excess(scope, charged) > 0 && everExcess(scope) <= 0
  return (isPaid && excess(scope, balance) > 0) || isRefundNotUndone(scope)
}

/** No more was refunded, but less of that was voided. */
function isRefundNotUndone(scope: MoneyScope): boolean {
  return excess(scope, refunded) > 0 && excess(scope, everRefunded) <= 0
}

/** The fault of a cell, as far as its money depends on it. */
interface FaultyRun {
  /** The name of the call that met it. */
  readonly name: string
  /** Whether the command went on to its end: it may stop at its first failed test. */
  readonly isWhole: boolean
  /** Whether its report has `charged-again`: the reference and the amount may both be new. */
  readonly isChargedAgain?: boolean
  /** Whether the whole command ran more than once, which may come to no more than one run. */
  readonly isRepeated?: boolean
}

/**
 * Compares a run with the baseline runs, which may differ a little themselves. Sums are those of all
 * cards together: a client may use another card. An order whose reference is the same in every clean
 * run is compared by itself. For other references, too much is more than the baseline runs took by the
 * calls that this run made, or more than they took by the call that met the fault.
 */
export function judgeMoney(faulty: RunMoney, baseline: readonly RunMoney[], attacked: FaultyRun) {
  const amounts = amountsOf(baseline)
  const whole = withReturns(faulty, baseline, attacked)
  // Random amounts cannot be added up, so payments are counted; what is steady keeps its cents.
  const measure = (one: RunMoney) => (amounts.areRandom ? countingPayments(one) : one)
  const [run, clean] = [measure(whole), baseline.map(measure)]
  const { attempts, isReached } = callsOf(run, clean, attacked)
  const tried = new Set(attempts.map(({ name }) => name))
  const all = scopesOf(run.calls, clean, () => true)
  const same = scopesOf(run.calls, clean, isReached)
  const order = scopesOf(attempts, clean, ({ name }) => tried.has(name))
  const own = ownAmount(clean, attacked.name)
  const known = knownOrders(clean)
  const orders = [...known].flatMap((key) => {
    // A refund may be sent again under another reference.
    const isOfOrder = (call: CallMoney) => (refundedOrderOf(call) ?? orderOf(call)) === key
    const [own, usual] = amounts.isSteady(key) ? [whole, baseline] : [run, clean]
    // References may be drawn from a sequence, so another price alone is no second charge.
    const most = Number.POSITIVE_INFINITY
    return scopesOf(own.calls.filter(isOfOrder), usual, isOfOrder).map((one) => ({ one, most }))
  })
  const isStrange = run.calls.some((call) => !known.has(orderOf(call)))
  const summed = [
    ...[...order, ...(isStrange ? same : [])].map((one) => ({ one, most: own })),
    ...(attacked.isRepeated ? all.map((one) => ({ one, most: 0 })) : []),
  ]
  const charges = [...orders, ...summed].filter(({ one, most }) => isChargedTwice(one, most))
  const more = [...orders, ...summed].filter(({ one, most }) => isRefundedTwice(one, most))
  const refunds = more.filter(({ one, most }) => isRefundedTwice(one, most, refundedAgain))
  const isReturned = refunds.length < more.length
  const doubles = [...charges, ...refunds].map(({ one }) => one)
  const telling = doubles.filter((scope) => !isWithoutCompletion(scope))
  const isCharged = charges.length > 0
  const [doubled, amount] = isCharged ? [charges, charged] : [refunds, refunded]
  const surplus: readonly MoneyAmount[] = doubled
    .map(({ one }) => ({ cents: surplusCents(one, amount), currency: one.currency }))
    .sort((one, other) => other.cents - one.cents)
  const isLess = (amount: Amount) => all.some((one) => shortfall(one, amount) > 0)
  const isSaleLess = isLess(charged) || isLess((effect) => effect.charged) || isReturned
  const change: MoneyChange = {
    isChargedMore: isCharged,
    isRefundedMore: refunds.length > 0,
    isReturned,
    isNotUndone: all.some(isNotUndone),
    isLess: isSaleLess || isLess(refunded),
    isOnlyRefundLess: !isSaleLess && isLess(refunded),
    isOrderLess:
      isReturned || (isLess(charged) && order.some((one) => shortfall(one, charged) > 0)),
    hasMoreCustomers: run.customers > Math.max(0, ...clean.map(({ customers }) => customers)),
    hasMoreTokens: run.tokens > Math.max(0, ...clean.map(({ tokens }) => tokens)),
  }
  return {
    change,
    /** The most that one currency shows beyond the baseline runs: charged, or else refunded. */
    overcharged: surplus[0] ?? null,
    // The sums that show it, for each payer whose sums differ. A command that ran twice may have paid for all its orders again.
    texts: (telling.length > 0 && !attacked.isRepeated ? telling.slice(0, 1) : all).flatMap(
      scopeTexts,
    ),
    otherCard: otherCardText(whole, baseline),
    /** As many payments as in the baseline run, which came to a little more. */
    price: doubles.length > 0 ? undefined : same.filter(hasSurplus).map(priceText)[0],
  }
}

/** Marks the refunds of what met the fault, if no baseline run refunds it. */
function withReturns(run: RunMoney, baseline: readonly RunMoney[], attacked: FaultyRun): RunMoney {
  const isUsual = baseline.some(({ calls }) => {
    const own = calls.find(({ name }) => name === attacked.name)
    return own !== undefined && calls.some((call) => refundedOrderOf(call) === orderOf(own))
  })
  if (isUsual) return run
  const { attempts } = callsOf(run, baseline, attacked)
  const payments = attempts.filter(({ effect }) => effect && everCharged(effect) > 0)
  const orders = new Set(payments.map(orderOf))
  const calls = run.calls.map((call) => {
    const isReturn = orders.has(refundedOrderOf(call) ?? '')
    return call.effect && isReturn ? { ...call, effect: { ...call.effect, isReturn } } : call
  })
  return { ...run, calls }
}

/** How much more than in any baseline run, in cents: of counted payments, the smallest ones. */
function surplusCents(scope: MoneyScope, amount: Amount): number {
  const more = excess(scope, amount)
  const cents = scope.now.flatMap(({ whole }) => (whole ? [amount(whole)] : [])).filter(Boolean)
  return cents.length === 0
    ? more
    : cents
        .sort((one, other) => one - other)
        .slice(0, more)
        .reduce((sum, one) => sum + one, 0)
}

/**
 * An order that another card pays than in every baseline run, while more is charged to that card: the
 * shop may have charged the wrong customer.
 */
function otherCardText(run: RunMoney, baseline: readonly RunMoney[]): string | undefined {
  for (const key of knownOrders(baseline)) {
    const isOfOrder = (call: CallMoney) => orderOf(call) === key
    const usual = baseline.map(({ calls }) => payersOf(calls.filter(isOfOrder)))
    const [first = [], ...others] = usual
    // Tests may draw their cards at random.
    if (first.length !== 1 || others.some((one) => one.join() !== first.join())) continue
    const [call] = run.calls.filter(isOfOrder)
    for (const payer of payersOf(run.calls.filter(isOfOrder))) {
      const chargedTo = ({ calls }: RunMoney) =>
        sumOf(
          effectsOf(calls).filter((effect) => effect.payer === payer),
          charged,
        )
      const most = Math.max(...baseline.map(chargedTo))
      if (!first.includes(payer) && chargedTo(run) > most) {
        return `order ${call?.reference} was paid by ${payer}, and in the baseline runs by ${first[0]}; more was charged to ${payer} than there`
      }
    }
  }
  return undefined
}

/** Those who paid or held something, each once. */
function payersOf(calls: readonly CallMoney[]): readonly string[] {
  const paying = effectsOf(calls).filter((effect) => charged(effect) > 0)
  return [...new Set(paying.map(({ payer }) => payer))].sort()
}

/** The attempts at what met the fault, and which calls of the baseline runs this run made. */
function callsOf({ calls }: RunMoney, clean: readonly RunMoney[], attacked: FaultyRun) {
  const { name, isWhole, isChargedAgain = false } = attacked
  const usual = clean.flatMap((one) => one.calls)
  const seen = new Set(calls.map((call) => call.name))
  const known = new Set(usual.map((call) => call.name))
  const keyOf = ({ name: own, reference }: CallMoney) => JSON.stringify([own, reference])
  const keys = new Set(usual.map(keyOf))
  const isUsual = (call: CallMoney) => keys.has(keyOf(call))
  const groups = (some: readonly CallMoney[]) =>
    new Set(some.map((call) => moneyGroupOf(call.name)))
  // Here references differ from the baseline runs, so a call under another one may be any payment.
  const unsure = groups([
    ...usual.filter((call) => !seen.has(call.name)),
    ...calls.filter((call) => known.has(call.name) && !isUsual(call)),
  ])
  const reference = calls.find((call) => call.name === name)?.reference
  // What is sent in place of a lost answer is no other order, even if one is missing.
  const isReplacement = (call: CallMoney) =>
    !known.has(call.name) &&
    (call.blind || (isChargedAgain && moneyGroupOf(call.name) === moneyGroupOf(name)))
  const isOther = (call: CallMoney) =>
    isUsual(call) || (isWhole && unsure.has(moneyGroupOf(call.name)))
  const isAttempt = (call: CallMoney) =>
    isReplacement(call) || (call.attacked && (call.reference === reference || !isOther(call)))
  const renamed = groups(calls.filter((call) => !known.has(call.name) && !isAttempt(call)))
  return {
    attempts: calls.filter(isAttempt),
    isReached: (call: CallMoney) => seen.has(call.name) || renamed.has(moneyGroupOf(call.name)),
  }
}

function scopesOf(
  calls: readonly CallMoney[],
  clean: readonly RunMoney[],
  isCounted: (call: CallMoney) => boolean,
): readonly MoneyScope[] {
  const now = effectsOf(calls)
  const before = clean.map((one) => effectsOf(one.calls.filter(isCounted)))
  const currencies = new Set([now, ...before].flat().map(({ currency }) => currency))
  return [...currencies].map((currency) => ({
    currency,
    now: now.filter((one) => one.currency === currency),
    before: before.map((effects) => effects.filter((one) => one.currency === currency)),
  }))
}

function effectsOf(calls: readonly CallMoney[]): readonly CountedEffect[] {
  return calls.flatMap(({ effect }) => effect ?? [])
}

/** Whether it has holds of the baseline runs, and not what completed them. */
function isWithoutCompletion({ before }: MoneyScope): boolean {
  return before.some(
    (effects) =>
      effects.some((effect) => effect.part === 'preauthorisation' && charged(effect) === 0) &&
      !effects.some(({ part }) => part === 'completion'),
  )
}

/** The most that the call moved; without bound if it moves no money itself. */
function ownAmount(clean: readonly RunMoney[], name: string): number {
  const own = effectsOf(clean.flatMap(({ calls }) => calls.filter((call) => call.name === name)))
  const most = Math.max(0, ...own.map((effect) => everCharged(effect) + refunded(effect)))
  return most > 0 ? most : Number.POSITIVE_INFINITY
}

/** `card 411111…1111: AUD 39.90 charged or held, AUD 19.95 in the baseline run`, and all together. */
function scopeTexts(scope: MoneyScope): readonly string[] {
  const { now, before } = scope
  const payers = [...new Set([now, ...before].flat().map(({ payer }) => payer))]
  const isOf = (payer: string) => (effect: CountedEffect) => effect.payer === payer
  const texts = payers.flatMap((payer) =>
    changeTexts(payer, {
      ...scope,
      now: now.filter(isOf(payer)),
      before: before.map((effects) => effects.filter(isOf(payer))),
    }),
  )
  return texts.length > 1 ? [...texts, ...changeTexts('all together', scope)] : texts
}

function changeTexts(name: string, scope: MoneyScope): readonly string[] {
  return [changeText(scope, charged, 'charged or held'), changeText(scope, refunded, 'refunded')]
    .filter((line) => line !== undefined)
    .map((line) => `${name}: ${line}`)
}

function changeText(scope: MoneyScope, amount: Amount, what: string): string | undefined {
  const [more, less] = [excess(scope, amount), shortfall(scope, amount)]
  if (more <= 0 && less <= 0) return undefined
  const now = sumOf(scope.now, amount)
  const clean = now - Math.max(more, 0) + Math.max(less, 0)
  const isCounted = [scope.now, ...scope.before].flat().some(({ whole }) => whole !== undefined)
  const ever = scope.before.map(amount === refunded ? everRefundedIn : everSum)
  const undone = Math.max(0, ...ever) - clean
  const [sum, usual, back] = [now, clean, undone].map((one) =>
    isCounted ? counted(one, 'payment') : moneyText(one, scope.currency),
  )
  const which = more > 0 && undone > 0 ? `, which undid ${back}` : ''
  return `${sum} ${what}, ${usual} in the baseline run${which}`
}

function priceText(scope: MoneyScope): string {
  return `${changeText(scope, charged, 'charged or held')}, by no more payments: a changed price, not a second charge`
}
