import type { FaultDocument } from './faults/wire-fault.ts'
import type { Method, Operation, TextName } from './rule.ts'

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

type WrittenTexts = { readonly [Name in TextName]?: OneOrMore<string> }

export interface WhenDocument extends WrittenTexts {
  readonly operation?: OneOrMore<Operation>
  readonly merchant?: OneOrMore<number>
  readonly method?: Method
  readonly amount?: OneOrMore<string | number> | AmountRange
  readonly kvp?: Readonly<Record<string, OneOrMore<string>>>
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

export function asList<T>(value: OneOrMore<T>): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: OneOrMore<T>): value is readonly T[] {
  return Array.isArray(value)
}
