import type { Fault } from '../../document/complaint.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { sydneyTimeOfDay } from '../../domain/time/sydney-time.ts'
import type { Conditions, Facts, Method, Operation } from '../rule.ts'
import type { WhenDocument } from '../scenario-document.ts'
import type { Fingerprint } from './sealed-number.ts'

/** A request as rules see it, with what several rules need worked out once. */
export class RequestView {
  readonly facts: Facts
  /** Not a number where there is no amount, so that no range holds it. */
  readonly cents: number
  #timeOfDay: number | undefined

  constructor(facts: Facts) {
    this.facts = facts
    this.cents = Number(facts.amount)
  }

  /** In Sydney, in milliseconds since midnight; not a number where there is no time. */
  get timeOfDay(): number {
    const { now } = this.facts
    this.#timeOfDay ??= now === undefined ? Number.NaN : sydneyTimeOfDay(now)
    return this.#timeOfDay
  }
}

/** One condition of a rule, ready to be checked. */
export interface ConditionCheck {
  readonly field: string
  /** What it wants, in words. */
  readonly wanted: string
  readonly holds: (request: RequestView) => boolean
  readonly found: (facts: Facts) => string | undefined
  /** Why it does not hold, where that is not said by what was wanted and what was found. */
  readonly unmet?: (facts: Facts) => string
}

/** How an author writes a condition, and how it is kept; schemas are made from it. */
export type ConditionForm =
  /** A text, a glob or a list. `words` are those that there are. */
  | { readonly kind: 'texts'; readonly words?: readonly string[]; readonly isNumbered?: true }
  /** One of the words, or a list of them. */
  | { readonly kind: 'words'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'word'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'ids' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'texts by key' }
  | { readonly kind: 'moment' }

/** What a request can hold in this place, for whoever describes one. */
export interface FactForm {
  /** Why a request cannot hold this text; nothing where it can. */
  readonly refuse: (text: string) => FactRefusal | undefined
  /** Whether a wrong value may be repeated in a message. */
  readonly isOpen?: true
  /** What is meant where nothing is said. */
  readonly usual?: string | number
}

/** `['invalid_format', 'Must be NNN-NNN']` */
export type FactRefusal = readonly [code: ProblemCode, message: string]

/** How rules are found by the exact values of this condition. */
interface ConditionIndex<Kept> {
  /** The exact values; undefined if one of them is a glob or a range. */
  texts(kept: Kept): readonly string[] | undefined
  /** The value of a request, as it is compared. */
  readonly textOf: (facts: Facts) => string | undefined
}

/** How a tester sets a rule off by this condition. */
interface Trigger<Kept> {
  /** What people reach for first: the smallest. */
  readonly rank: number
  readonly kind: string
  /** A value to send; empty where none can be known beforehand. */
  example(pattern: string, ending: string, kept: Kept): string
}

/** One condition of the scenario language: all that is known about it stands here. */
export interface Condition<Written = unknown, Kept = unknown> {
  readonly means: string
  readonly form: ConditionForm
  /** The calls in which it can stand. */
  readonly carriers: readonly Operation[]
  /** Only requests by this method have it. */
  readonly method?: Method
  compile(written: Written): Kept
  /** Why no request can ever match. Paths start at the condition. */
  faults(written: Written, all: WhenDocument): readonly Fault[]
  checks(kept: Kept, fingerprint: Fingerprint, all: Conditions): readonly ConditionCheck[]
  /** Whether each request that meets the narrow one meets the wide one. */
  covers(wide: Kept, narrow: Kept | undefined): boolean
  /** In words, one for each alternative. */
  patterns(kept: Kept): readonly string[]
  /** Left out where many requests have the same value, or where it may be masked. */
  readonly index?: ConditionIndex<Kept>
  readonly trigger?: Trigger<Kept>
  /** A number of which only this much may be kept and shown. */
  readonly mask?: (text: string) => string
  /** What may be shown of a request's text, where that is not all. */
  readonly show?: (text: string) => string
  /** Left out where nobody can send it. */
  readonly fact?: FactForm
  /** `--bsb <digits>` and its help. */
  readonly option?: readonly [value: string, help: string]
}
