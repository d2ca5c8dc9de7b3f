import type { DecisionStatus, GatewayFailure } from '../domain/transaction/decision.ts'
import type { DecidedStatus } from '../domain/transaction/kinds-and-statuses.ts'
import type { NumberedName, TextName } from './conditions/texts.ts'
import type { FaultDocument } from './faults/table.ts'
import type { Method, Operation, WeekdayWord } from './operations.ts'

/** The names of the built-in scenarios. */
export type BuiltInName =
  | 'default'
  | 'acquirer-down'
  | 'drift'
  | 'duplicate-trouble'
  | 'expired-stored-cards'
  | 'first-attempt-fails'
  | 'flaky-day'
  | 'fraud-watch'
  | 'hard-recovery'
  | 'hold-trouble'
  | 'late-returns'
  | 'lagging-search'
  | 'lost-responses'
  | 'lost-requests'
  | 'nightly-outage'
  | 'proxy-in-front'
  | 'rate-limited'
  | 'refund-trouble'
  | 'retry-then-approve'
  | 'returned-debits'
  | 'slow-bank'
  | 'soak'
  | 'stuck-debits'
  | 'three-strikes'
  | 'undecided'
  | 'vault-trouble'
  | 'velocity'

/** Editors complete the built-in names; any other text names a file or a loaded scenario. */
export type ScenarioName = BuiltInName | (string & {})

/** A duration as it is written; editors show these forms, and the sandbox checks it. */
export type DurationText =
  | `${number}${'ms' | 's' | 'm' | 'h' | 'd' | 'w'}`
  | `${number} banking day${'' | 's'}`
  | `P${string}`
  | (string & {})

/** A scenario as its author wrote it: plain JSON, the form that is stored and exchanged. */
export interface ScenarioDocument {
  readonly name: string
  readonly description?: string
  readonly extends?: readonly ScenarioName[]
  /** Default: `world`. */
  readonly counts?: 'world' | 'run'
  readonly rules?: readonly RuleDocument[]
}

/** The fields by which a rule can count separately. */
export const perNames = [
  'reference',
  'card',
  'customer_reference',
  'merchant',
  'correlation_id',
  'target_audit',
  'world',
] as const

export type PerName = (typeof perNames)[number]

/** What the time of a rule is counted from: the load of its scenario, or the first request that it shaped. */
export const windowStarts = ['load', 'first-match'] as const

export type WindowStart = (typeof windowStarts)[number]

export interface RuleDocument {
  readonly name?: string
  readonly when?: WhenDocument
  readonly times?: number
  readonly skip?: number
  readonly every?: number
  /** `10%` */
  readonly chance?: string
  readonly per?: PerName
  /** A duration of sandbox time. */
  readonly for?: DurationText
  /** Default: `load`. */
  readonly since?: WindowStart
  readonly outcome: OutcomeDocument
}

export type OneOrMore<T> = T | readonly T[]

export type WrittenTexts = {
  readonly [Name in Exclude<TextName, NumberedName>]?: OneOrMore<string>
} & { readonly [Name in NumberedName]?: OneOrMore<string | number> }

export interface WhenDocument extends WrittenTexts {
  readonly operation?: OneOrMore<Operation>
  readonly merchant?: OneOrMore<number>
  readonly method?: Method
  readonly amount?: OneOrMore<string | number> | AmountRange
  readonly kvp?: Readonly<Record<string, OneOrMore<string>>>
  /** Headers of the request by their names, in any case. */
  readonly header?: Readonly<Record<string, OneOrMore<string>>>
  /** `tue` or `Tuesday`, or a list; in Sydney time. */
  readonly weekday?: OneOrMore<WeekdayWord>
  /** Days of the month in Sydney, from 1 to 31. */
  readonly day?: OneOrMore<number>
  /** Whether the banks have a public holiday in Sydney. */
  readonly holiday?: boolean
  readonly rate?: RateDocument
  readonly from?: string
  readonly until?: string
  readonly not?: Omit<WhenDocument, 'not'>
}

/** More than so many requests in the time before, this one included; in sandbox time. */
export interface RateDocument {
  readonly more_than: number
  readonly within: DurationText
  /** Counts separately for each value of this. Default: all requests together. */
  readonly per?: PerName
}

export interface AmountRange {
  readonly min?: number
  readonly max?: number
}

export interface OutcomeDocument {
  readonly status?: DecisionStatus
  readonly response_code?: string
  readonly response_message?: string
  readonly gateway_status_code?: number | GatewayFailure
  readonly kvps?: Readonly<Record<string, string>>
  readonly resolves?: OneOrMore<ResolveDocument>
  readonly expires?: 'at-once'
  readonly drift?: boolean
  readonly delay?: DurationText | DelayRange
  readonly fault?: FaultDocument
  /** Real time before the response of a bank that has decided at once. */
  readonly slow?: DurationText
  /** The bank decides when the client has stopped waiting, and this long after that; `true`: 1s. */
  readonly late?: true | DurationText
  /** The request arrives when the client has stopped waiting: after this time, or, if `true`, after a search for it. */
  readonly delayed?: true | DurationText
  readonly undecided?: UndecidedDocument
  readonly headers?: Readonly<Record<string, string>>
  /** A lookup or search finds nothing, although the transaction exists. */
  readonly found?: false
  /** Only without other fields: the outcomes to choose from. */
  readonly one_of?: readonly WeightedDocument[]
  /** Only with `then`: the outcomes of one matching request after the other. */
  readonly sequence?: readonly PlainOutcome[]
  /** What follows the sequence: its last outcome, what would happen without the rule, or the first again. Default: `last`. */
  readonly then?: SequenceEnd
}

export const sequenceEnds = ['last', 'default', 'repeat'] as const

type SequenceEnd = (typeof sequenceEnds)[number]

/** One outcome, without a choice. */
type PlainOutcome = Omit<OutcomeDocument, 'one_of' | 'sequence' | 'then'>

export interface WeightedDocument extends PlainOutcome {
  readonly weight?: number
}

/** What the bank responds at first, and for how long, before it decides as usual. */
export interface UndecidedDocument {
  readonly as: 'unknown' | 'pending'
  readonly for: DurationText
}

export interface DelayRange {
  readonly min: DurationText
  readonly max: DurationText
}

export interface ResolveDocument {
  readonly after: DurationText
  readonly status: DecidedStatus
  readonly response_code?: string
}

export function asList<T>(value: OneOrMore<T>): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: OneOrMore<T>): value is readonly T[] {
  return Array.isArray(value)
}
