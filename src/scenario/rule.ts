import type { CardType } from '../domain/card/card.ts'
import type { Verdict } from '../domain/transaction/verdict.ts'

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

/** What a rule can see of a request. A masked digit is an `x`, and matches any digit. */
export interface Facts {
  readonly operation: Operation
  readonly merchant: number
  readonly method?: 'card' | 'direct_debit' | undefined
  /** Cents as submitted. */
  readonly amount?: string | undefined
  readonly currency?: string | undefined
  readonly pan?: string | undefined
  readonly cardType?: CardType | undefined
  readonly cvv?: string | undefined
  readonly bsb?: string | undefined
  readonly accountNumber?: string | undefined
  readonly reference?: string | undefined
  readonly kvps?: Readonly<Record<string, string>> | undefined
  readonly customerReference?: string | undefined
  readonly virtualPan?: string | undefined
  readonly tokenName?: string | undefined
}

/** One or more globs, any of which may hold. */
export type TextCondition = readonly string[]

export type AmountCondition =
  | { readonly kind: 'globs'; readonly globs: TextCondition }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }

/** All that are given must hold. */
export interface Conditions {
  readonly operation?: readonly Operation[]
  readonly merchant?: readonly number[]
  readonly method?: 'card' | 'direct_debit'
  readonly amount?: AmountCondition
  readonly currency?: TextCondition
  readonly pan?: TextCondition
  readonly card_type?: TextCondition
  readonly cvv?: TextCondition
  readonly bsb?: TextCondition
  readonly account_number?: TextCondition
  readonly reference?: TextCondition
  readonly kvp?: Readonly<Record<string, TextCondition>>
  readonly customer_reference?: TextCondition
  readonly virtual_pan?: TextCondition
  readonly token_name?: TextCondition
}

/** What goes wrong on the wire. `before`: nothing was processed; `after`: everything was. */
export type WireFault = { readonly at: 'before' | 'after' } & (
  | {
      readonly kind: 'http'
      readonly status: number
      readonly retryAfter?: number
      readonly errorCode?: string
    }
  | { readonly kind: 'hang'; readonly ms?: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'truncate' }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'dribble'; readonly ms: number }
)

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
