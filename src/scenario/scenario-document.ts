import type { Operation } from './rule.ts'

/** A scenario as its author wrote it: plain JSON, which is what is stored and exchanged. */
export interface ScenarioDocument {
  readonly name: string
  readonly description?: string
  readonly extends?: readonly string[]
  readonly rules?: readonly RuleDocument[]
}

export interface RuleDocument {
  readonly name?: string
  readonly when?: WhenDocument
  readonly times?: number
  readonly skip?: number
  readonly outcome: OutcomeDocument
}

export type OneOrMore<T> = T | readonly T[]

export interface WhenDocument {
  readonly operation?: OneOrMore<Operation>
  readonly merchant?: OneOrMore<number>
  readonly method?: 'card' | 'direct_debit'
  readonly amount?: OneOrMore<string | number> | AmountRange
  readonly currency?: OneOrMore<string>
  readonly pan?: OneOrMore<string>
  readonly card_type?: OneOrMore<string>
  readonly cvv?: OneOrMore<string>
  readonly bsb?: OneOrMore<string>
  readonly account_number?: OneOrMore<string>
  readonly reference?: OneOrMore<string>
  readonly kvp?: Readonly<Record<string, OneOrMore<string>>>
  readonly customer_reference?: OneOrMore<string>
  readonly virtual_pan?: OneOrMore<string>
  readonly token_name?: OneOrMore<string>
}

export interface AmountRange {
  readonly min?: number
  readonly max?: number
}

export interface OutcomeDocument {
  readonly status?: 'approved' | 'declined' | 'pending' | 'error' | 'unknown'
  readonly response_code?: string
  readonly response_message?: string
  readonly gateway_status_code?: number
  readonly kvps?: Readonly<Record<string, string>>
  readonly resolves?: OneOrMore<ResolveDocument>
  readonly expires?: 'at-once'
  readonly drift?: boolean
  readonly delay?: string
  readonly fault?: FaultDocument
}

export interface ResolveDocument {
  readonly after: string
  readonly status: 'approved' | 'declined' | 'error'
  readonly response_code?: string
}

/** Exactly one of http, hang, reset, truncate, garbage and dribble. */
export interface FaultDocument {
  readonly at: 'before' | 'after'
  readonly http?: number
  readonly retry_after?: number
  readonly error_code?: string
  readonly hang?: true | string
  readonly reset?: true
  readonly truncate?: true
  readonly garbage?: true
  readonly dribble?: string
}

export const faultKinds = ['http', 'hang', 'reset', 'truncate', 'garbage', 'dribble'] as const

export function asList<T>(value: OneOrMore<T>): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: OneOrMore<T>): value is readonly T[] {
  return Array.isArray(value)
}
