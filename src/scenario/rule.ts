import type { CardType } from '../domain/card/card.ts'
import type { Verdict } from '../domain/transaction/verdict.ts'
import type { WireFault } from './faults/wire-fault.ts'

export type { After, Resolve } from '../domain/transaction/verdict.ts'

/** Every call of the gateway and the vault, by the name that rules, the journal and reports use. */
export const operations = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
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
  | 'currency'
  | 'pan'
  | 'card_type'
  | 'cvv'
  | 'bsb'
  | 'account_number'
  | 'reference'
  | 'customer_reference'
  | 'virtual_pan'
  | 'token_name'

type Texts = { readonly [Name in TextName]?: string | undefined }

/** What a rule can see of a request. A masked digit is an `x`, and matches any digit. */
export interface Facts extends Texts {
  readonly operation: Operation
  readonly merchant: number
  readonly method?: Method | undefined
  /** Cents as submitted. */
  readonly amount?: string | undefined
  readonly card_type?: CardType | undefined
  readonly kvp?: Readonly<Record<string, string>> | undefined
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
}

/** A verdict whose codes may also be from-amount, from-pan or from-bsb, and what the wire adds to it. */
export interface RuleOutcome extends Verdict {
  /** Real time. */
  readonly delayMs?: number
  readonly fault?: WireFault
}

export interface Rule {
  readonly name: string
  readonly when: Conditions
  readonly times?: number
  readonly skip?: number
  readonly outcome: RuleOutcome
}

/** A scenario with the rules of what it extends behind its own. */
export interface Scenario {
  readonly name: string
  readonly description: string
  readonly rules: readonly ScenarioRule[]
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
