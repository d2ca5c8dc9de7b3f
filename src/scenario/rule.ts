import type { CardType } from '../domain/card/card.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { Verdict } from '../domain/transaction/verdict.ts'
import type { TextName } from './conditions/texts.ts'
import type { WireFault } from './faults/wire-fault.ts'
import type { Method, Operation, Weekday } from './operations.ts'

export type { After, Resolve } from '../domain/transaction/verdict.ts'
export type { Method, Operation } from './operations.ts'

/** The parts of a request that rules can see. A masked digit is an `x` and matches any digit. */
export interface Facts extends Partial<Readonly<Record<TextName, string | undefined>>> {
  readonly operation: Operation
  readonly merchant: number
  readonly method?: Method | undefined
  /** Cents as submitted. */
  readonly amount?: string | undefined
  readonly card_type?: CardType | undefined
  readonly kvp?: Readonly<Record<string, string>> | undefined
  /** Sandbox time. */
  readonly now?: Instant | undefined
  /** Equal for equal cards, even if the number is masked. */
  readonly card?: string | undefined
}

/** One or more globs, one of which must match. */
export type TextCondition = readonly string[]

export type AmountCondition =
  | { readonly kind: 'globs'; readonly globs: TextCondition }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }

type TextConditions = { readonly [Name in TextName]?: TextCondition }

/** All given conditions must hold. */
export interface Conditions extends TextConditions {
  readonly operation?: readonly Operation[]
  readonly merchant?: readonly number[]
  readonly method?: Method
  readonly amount?: AmountCondition
  readonly kvp?: Readonly<Record<string, TextCondition>>
  /** Days of the week in Sydney. */
  readonly weekday?: readonly Weekday[]
  /** Sandbox instants, or times of day in Sydney, as written. */
  readonly from?: string
  readonly until?: string
  /** None of these may hold. */
  readonly not?: Omit<Conditions, 'not'>
}

/** A verdict whose codes may be from-amount, from-pan or from-bsb, and the effects on the wire. */
export interface RuleOutcome extends Verdict {
  /** Real time; the minimum if there is a `delayMaxMs`. */
  readonly delayMs?: number
  readonly delayMaxMs?: number
  readonly fault?: WireFault
  readonly headers?: Readonly<Record<string, string>>
}

/** The fields by which a rule can count separately. */
export const perNames = [
  'reference',
  'pan',
  'customer_reference',
  'merchant',
  'correlation_id',
] as const

export type PerName = (typeof perNames)[number]

/** How long a rule holds, in sandbox time. */
interface RelativeWindow {
  readonly ms: number
  /** What it is counted from: the load of its scenario, or the first request that it shaped. */
  readonly since: WindowStart
}

export const windowStarts = ['load', 'first-match'] as const

export type WindowStart = (typeof windowStarts)[number]

export interface Rule {
  readonly name: string
  readonly when: Conditions
  readonly times?: number
  readonly skip?: number
  readonly every?: number
  /** From 0 to 1. */
  readonly chance?: number
  readonly per?: PerName
  readonly window?: RelativeWindow
  /** Its counts span all worlds and resets of the run; else they belong to a world. */
  readonly counts?: 'run'
  readonly outcome: RuleOutcome
  /** Alternatives to `outcome`, chosen by seeded chance. */
  readonly oneOf?: readonly WeightedOutcome[]
}

export interface WeightedOutcome {
  readonly weight: number
  readonly outcome: RuleOutcome
}

/** A scenario with the rules of its bases behind its own. */
export interface Scenario {
  readonly name: string
  readonly description: string
  readonly rules: readonly ScenarioRule[]
  /** The names that it and its bases extend. */
  readonly lineage?: readonly Descent[]
}

interface Descent {
  readonly name: string
  readonly extends: readonly string[]
}

/** `id` is `<scenario>/<rule>`, where the scenario is the one that wrote the rule. */
export interface ScenarioRule {
  readonly id: string
  readonly rule: Rule
}

/** `seen` counts the requests that met the conditions, `hits` those that the rule then shaped. */
export interface RuleCount {
  readonly seen: number
  readonly hits: number
  /** The start of its relative window, if it has begun. */
  readonly from?: Instant
}

/** All outcomes of a rule: one, or several to choose from. */
export function outcomesOf({ outcome, oneOf }: Rule): readonly WeightedOutcome[] {
  return oneOf ?? [{ weight: 1, outcome }]
}
