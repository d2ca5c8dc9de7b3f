import type { TestRef } from '../../../record/test-ref.ts'
import type { KnownCall, SweptCall } from './call-schema.ts'
import type { SweptOperation } from './swept-operation.ts'

/** A call as a baseline run saw it. */
export interface BaselineCall {
  readonly place: string
  readonly test: TestRef
  readonly operation: SweptOperation
  /** The payment's reference, the customer's, or the token's name. */
  readonly reference: string
  /** What it asked for, in cents. */
  readonly amount?: string | undefined
  /** Whether it made something. */
  readonly isMade: boolean
  /** Whether it is an ordinary one: on a card, approved, and not broken by a rule. */
  readonly isPlain: boolean
  /** Whether it is the one that met the fault, or a further attempt at the same thing. */
  readonly isAttacked: boolean
  /** Whether it is the first one after a lost response, under a new reference, before anything asked. */
  readonly isBlind?: boolean
  /** The audit number of what it made. */
  readonly audit?: number | undefined
  userAgent?: string | undefined
}

/** With the audit number of what it made. */
type MadeCall = SweptCall & { readonly audit: number | undefined }

const LONGEST_NAME = 60

/** `refund-after-timeout/`: the prefix of the names of the calls of a place. */
export function placeName({ world, label }: TestRef): string {
  // A name that needs no quotes in a shell.
  const words = (label ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const text = words.slice(0, LONGEST_NAME).replaceAll(/^-|-$/g, '')
  if (text !== '') return `${text}/`
  return world === 'default' ? '' : `${world}/`
}

/** `a-1` before `a-10`, on every machine. */
const order = new Intl.Collator('en', { numeric: true })

/**
 * Names the calls of two baseline runs, and those that only one of them made. Numbers follow the
 * references, not the time, so that a call has the same name whichever worker ran first, and on
 * every machine.
 */
export function compareRuns(
  first: readonly BaselineCall[],
  second: readonly BaselineCall[],
  isWrong: (call: BaselineCall) => boolean = () => false,
) {
  const groups = [...new Set([...first, ...second].map(groupOf))].sort(order.compare)
  const parts = groups.map((group) => {
    const isHere = (call: BaselineCall) => groupOf(call) === group
    return compareGroup(first.filter(isHere), second.filter(isHere), isWrong)
  })
  const made = parts.flatMap((part) => part.made)
  const callers = callersOf(first)
  // The first call of a test without broken ones stands for all of its operation; else the first
  // plain one; else the first. What goes wrong without any fault shows nothing about one.
  const usable = made.filter(({ isWrong: isUnusable }) => !isUnusable)
  const rank = ({ isPlain, call }: (typeof made)[number]) =>
    2 * Number(isPlain) + Number(call.plain)
  const plainFirst = usable.sort((one, other) => rank(other) - rank(one))
  const isChosen = (one: SweptCall) =>
    plainFirst.find(({ call }) => call.operation === one.operation)?.call === one
  const tried = new Set<string | undefined>()
  const isFirst = (one: (typeof made)[number]) => {
    const caller = callers.get(one.seen)
    const isNew = usable.includes(one) && !tried.has(caller)
    if (isNew) tried.add(caller)
    return isNew
  }
  return {
    calls: made.map((one) => ({
      ...one.call,
      ...(isFirst(one) && { first: true }),
      ...(isChosen(one.call) && { representative: true }),
    })),
    known: parts.flatMap(({ known }) => known),
    different: parts.flatMap(({ different }) => different),
  }
}

/** Who makes each call, as far as it shows: the test, the program, and the other kind of call before it there. */
function callersOf(calls: readonly BaselineCall[]): ReadonlyMap<BaselineCall, string> {
  const last = new Map<string, { readonly kind: string; readonly caller: string }>()
  return new Map(
    calls.map((call) => {
      const { place, operation, userAgent = '' } = call
      const kind = `${operation} ${userAgent}`
      const before = last.get(place)
      const caller = before?.kind === kind ? before.caller : [place, before?.kind, kind].join('\n')
      last.set(place, { kind, caller })
      return [call, caller]
    }),
  )
}

function groupOf({ place, operation }: Pick<BaselineCall, 'place' | 'operation'>): string {
  return `${place}${operation}`
}

function compareGroup(
  first: readonly BaselineCall[],
  second: readonly BaselineCall[],
  isWrong: (call: BaselineCall) => boolean,
) {
  const count = (calls: readonly BaselineCall[], reference: string) =>
    calls.filter((call) => call.reference === reference).length
  const isStable = ({ reference }: BaselineCall) =>
    count(first, reference) === count(second, reference)
  const stable = first
    .filter(isStable)
    .sort((one, other) => order.compare(one.reference, other.reference))
  const changing = first.filter((call) => !isStable(call))
  const others = second.filter((call) => !isStable(call))
  const named = [...stable, ...changing].map((seen, i) => ({
    seen,
    name: `${groupOf(seen)}-${i + 1}`,
    isStable: i < stable.length,
  }))
  // A test that breaks such calls itself is no good example.
  const isPlain = first.every((call) => call.isMade && call.isPlain)
  return {
    made: named
      .filter(({ seen }) => seen.isMade)
      .map(({ seen, name }) => {
        const { operation, test, isPlain: plain, audit } = seen
        const { world, label } = test
        const amount = amountOf(seen, second)
        const call: MadeCall = {
          name,
          operation,
          world,
          plain,
          audit,
          ...(label !== null && { label }),
          ...(amount !== undefined && { amount }),
        }
        return { call, seen, isPlain, isWrong: isWrong(seen) }
      }),
    known: named.map(({ seen, name, isStable }, i): KnownCall => {
      const { place, operation, reference } = seen
      const before = named.slice(0, i).filter((one) => one.seen.reference === reference)
      const nth = before.length + 1
      return { name, place, operation, nth, ...(isStable && { reference }) }
    }),
    different: (changing.length === others.length ? [] : [...changing, ...others]).map(
      (call) => `${groupOf(call)} '${call.reference}'`,
    ),
  }
}

/** The cents of a call, if the same call of the other run has them too. */
function amountOf({ reference, amount }: BaselineCall, others: readonly BaselineCall[]) {
  const isSame = others.some((one) => one.reference === reference && one.amount === amount)
  return amount !== undefined && isSame ? Number(amount) : undefined
}

/** The calls of an earlier sweep, by which a later run recognises them. */
export function knownCalls(calls: readonly SweptCall[]): readonly KnownCall[] {
  return calls.map(({ name, operation, reference, nth = 1 }) => {
    const place = name.slice(0, name.lastIndexOf('/') + 1)
    return { name, place, operation, nth, ...(reference !== undefined && { reference }) }
  })
}

/** Gives the calls of a run the names that they have in the baseline runs. */
export class CallNames {
  readonly #left = new Map<string, string[]>()
  /** The highest number of each group. */
  readonly #numbers = new Map<string, number>()
  /** The references that are the same in every run. */
  readonly #fixed = new Set<string>()
  /** How often each reference was used. */
  readonly #uses = new Map<string, number>()

  constructor(known: readonly KnownCall[] = []) {
    for (const { name, place, operation, reference, nth } of known) {
      const group = groupOf({ place, operation })
      const number = Number(name.slice(name.lastIndexOf('-') + 1))
      this.#numbers.set(group, Math.max(this.#numbers.get(group) ?? 0, number))
      if (reference !== undefined) this.#fixed.add(keyOf(group, reference))
      const key = keyOf(group, reference, nth)
      this.#left.set(key, [...(this.#left.get(key) ?? []), name])
    }
  }

  /** The next call of an operation in a place: `refund-after-timeout/purchase-2`. */
  next(place: string, operation: SweptOperation, reference: string): string {
    const group = groupOf({ place, operation })
    const key = keyOf(group, reference)
    const nth = (this.#uses.get(key) ?? 0) + 1
    this.#uses.set(key, nth)
    const own = this.#fixed.has(key) ? reference : undefined
    const name = this.#left.get(keyOf(group, own, nth))?.shift()
    if (name !== undefined) return name
    const number = (this.#numbers.get(group) ?? 0) + 1
    this.#numbers.set(group, number)
    return `${group}-${number}`
  }
}

function keyOf(group: string, reference: string | undefined, nth = 1): string {
  return JSON.stringify([group, reference, nth])
}
