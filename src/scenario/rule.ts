import type { CardType } from '../domain/card/card.ts'
import type { Instant } from '../domain/time/instant.ts'
import { transactionKinds } from '../domain/transaction/transaction.ts'
import type { Verdict } from '../domain/transaction/verdict.ts'
import type { WireFault } from './faults/wire-fault.ts'

export type { After, Resolve } from '../domain/transaction/verdict.ts'

/** Every call of the gateway and the vault, by the name that rules, the journal and reports use. */
export const operations = [
  ...transactionKinds,
  'lookup',
  'search',
  'customer_search',
  'customer_create',
  'customer_lookup',
  'customer_update',
  'customer_delete',
  'token_list',
  'token_create',
  'token_lookup',
  'token_update',
  'token_delete',
] as const

export type Operation = (typeof operations)[number]

export const methods = ['card', 'direct_debit'] as const

export type Method = (typeof methods)[number]

/** The conditions that look at one text of the request. */
export type TextName =
  | 'user'
  | 'currency'
  | 'pan'
  | 'card_type'
  | 'expiry'
  | 'cvv'
  | 'bsb'
  | 'account_number'
  | 'reference'
  | 'customer_reference'
  | 'virtual_pan'
  | 'token_name'
  | 'correlation_id'
  | 'audit'
  | 'target_audit'

/** What a rule can see of a request. A masked digit is an `x`, and matches any digit. */
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
  /** Equal for equal cards, whether all of a number is known or not. */
  readonly card?: string | undefined
}

/** One or more globs, any of which may hold. */
export type TextCondition = readonly string[]

export type AmountCondition =
  | { readonly kind: 'globs'; readonly globs: TextCondition }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }

type TextConditions = { readonly [Name in TextName]?: TextCondition }

/** All that are given must hold. */
export interface Conditions extends TextConditions {
  readonly operation?: readonly Operation[]
  readonly merchant?: readonly number[]
  readonly method?: Method
  readonly amount?: AmountCondition
  readonly kvp?: Readonly<Record<string, TextCondition>>
  /** Sandbox instants, or times of the day in Sydney, as they were written. */
  readonly from?: string
  readonly until?: string
  /** None of these may hold. */
  readonly not?: Omit<Conditions, 'not'>
}

/** A verdict whose codes may also be from-amount, from-pan or from-bsb, and what the wire adds to it. */
export interface RuleOutcome extends Verdict {
  /** Real time; with `delayMaxMs`, the least of it. */
  readonly delayMs?: number
  readonly delayMaxMs?: number
  readonly fault?: WireFault
  readonly headers?: Readonly<Record<string, string>>
}

/** What a rule may count separately for each value of. */
export const perNames = [
  'reference',
  'pan',
  'customer_reference',
  'merchant',
  'correlation_id',
] as const

export type PerName = (typeof perNames)[number]

export interface Rule {
  readonly name: string
  readonly when: Conditions
  readonly times?: number
  readonly skip?: number
  readonly every?: number
  /** From 0 to 1. */
  readonly chance?: number
  readonly per?: PerName
  readonly outcome: RuleOutcome
  /** One of these in place of `outcome`, by seeded chance. */
  readonly oneOf?: readonly WeightedOutcome[]
}

export interface WeightedOutcome {
  readonly weight: number
  readonly outcome: RuleOutcome
}

/** A scenario with the rules of what it extends behind its own. */
export interface Scenario {
  readonly name: string
  readonly description: string
  readonly rules: readonly ScenarioRule[]
  /** What it and the scenarios behind it extend. */
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
}

/** All that a rule may do: one outcome, or several to choose from. */
export function outcomesOf({ outcome, oneOf }: Rule): readonly WeightedOutcome[] {
  return oneOf ?? [{ weight: 1, outcome }]
}
