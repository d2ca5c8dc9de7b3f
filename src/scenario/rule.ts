import type { CardType } from '../base/redaction/card-number.ts'
import type { Redacted, RedactedMembers } from '../base/redaction/redacted.ts'
import type { BankingCalendar } from '../domain/time/banking-day.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { TextName } from './conditions/texts.ts'
import type { Method, Operation, Weekday } from './operations.ts'
import type {
  AmountRange,
  RateDocument,
  RuleDocument,
  WeightedDocument,
} from './scenario-document.ts'

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
  /** The same texts as they may be stored, if somebody has redacted them already. */
  readonly redacted?: RedactedTextFacts | undefined
  /** Headers by their names in lower case; only if a rule looks at them. */
  readonly header?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** Sandbox time. */
  readonly now?: Instant | undefined
  readonly calendar?: Pick<BankingCalendar, 'holidays'> | undefined
  /** Equal for equal cards, even if the number is masked. */
  readonly card?: string | undefined
  /** A lookup or search that finds nothing, whatever the rules do. */
  readonly findsNothing?: true | undefined
}

interface RedactedTextFacts {
  readonly reference: Redacted
  readonly kvps: RedactedMembers
}

/** One or more globs, one of which must match. */
export type TextCondition = readonly string[]

export type AmountCondition = TextCondition | AmountRange

type TextConditions = { readonly [Name in TextName]?: TextCondition }

/** All given conditions must hold. */
export interface Conditions extends TextConditions {
  readonly operation?: readonly Operation[]
  readonly merchant?: readonly number[]
  readonly method?: Method
  readonly amount?: AmountCondition
  readonly kvp?: Readonly<Record<string, TextCondition>>
  readonly header?: Readonly<Record<string, TextCondition>>
  /** Days of the week in Sydney. */
  readonly weekday?: readonly Weekday[]
  readonly day?: readonly number[]
  readonly holiday?: boolean
  /** Decided with the counts of the rule. */
  readonly rate?: RateDocument
  /** Sandbox instants, or times of day in Sydney, as written. */
  readonly from?: string
  readonly until?: string
  /** None of these may hold. */
  readonly not?: Omit<Conditions, 'not'>
}

/** A rule as its author wrote it: checked, named and redacted, with lists in its conditions. */
export interface Rule extends Omit<RuleDocument, 'name' | 'when'> {
  readonly name: string
  readonly when: Conditions
  /** Its counts span all worlds and resets of the run; else they belong to a world. */
  readonly counts?: 'run'
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
  /** When the latest requests came, for a rate. */
  readonly recent?: readonly Instant[]
}

/** All outcomes of a rule: one, several to choose from, or one after the other. */
export function outcomesOf({ outcome }: Rule): readonly WeightedDocument[] {
  return outcome.one_of ?? outcome.sequence ?? [outcome]
}
