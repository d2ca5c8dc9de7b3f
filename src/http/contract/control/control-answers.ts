import type { Source } from '../../../domain/assumptions.ts'
import type {
  MoveCause,
  TransactionKind,
  TransactionStatus,
} from '../../../domain/transaction/transaction.ts'
import type { Operation } from '../../../scenario/rule.ts'
import type { FaultDocument, WhenDocument } from '../../../scenario/scenario-document.ts'
import type { MagicValue } from '../../../scenario/telling/cards.ts'
import type { ScheduledEvent } from '../../../world/journal/events.ts'

/** An instant as text: ISO 8601 in UTC with milliseconds. */
type IsoInstant = string

/** What every refused call is answered with. */
export interface ErrorAnswer {
  readonly errors: readonly {
    readonly error_code: string
    readonly error_message: string
    readonly location: readonly string[]
  }[]
}

/** `GET /_sandbox`, while there is no page to show. */
export interface IndexAnswer {
  readonly calls: readonly {
    readonly method: string
    readonly path: string
    readonly does: string
  }[]
}

/** `GET /health` */
export interface HealthAnswer {
  readonly status: 'ok'
  readonly version: string
  readonly world: string
  readonly now: IsoInstant
}

/** `GET /clock`, and what a reset, an import or a restored snapshot leaves the clock at. */
export interface ClockAnswer {
  readonly now: IsoInstant
  readonly mode: 'running' | 'frozen'
}

/** `PUT /clock` */
export interface ClockChangedAnswer extends ClockAnswer {
  readonly fired: readonly Fired[]
}

/** `POST /clock/advance` */
export interface AdvanceAnswer {
  readonly now: IsoInstant
  readonly fired: readonly Fired[]
}

/** Something that was scheduled and has happened. */
export interface Fired extends Scheduled {
  readonly from?: TransactionStatus
  readonly to?: TransactionStatus
}

/** `GET /clock/next` */
export interface NextAnswer {
  readonly scheduled: readonly Scheduled[]
}

export interface Scheduled {
  readonly at: IsoInstant
  readonly event: ScheduledEvent
  readonly audit?: number
}

/** `POST /settle` */
export interface SettleAnswer {
  readonly settled: readonly { readonly audit: number; readonly status: TransactionStatus }[]
}

/** `POST /correlations/expire` */
export interface ExpireAnswer {
  readonly expired: number
}

/** `GET`, `PUT`, `POST` and `DELETE /scenarios`: what is in force, in the order in which it is asked. */
export interface ScenariosAnswer {
  /** One-shot rules, asked before all scenarios. */
  readonly rules: readonly RuleAnswer[]
  readonly scenarios: readonly ScenarioAnswer[]
}

export interface ScenarioAnswer {
  readonly name: string
  readonly description: string
  readonly rules: readonly RuleAnswer[]
}

/** `POST /rules`, and each rule of a scenario. */
export interface RuleAnswer {
  /** `<scenario>/<rule>`, as the `X-Sandbox-Rule` header says it. */
  readonly id: string
  readonly name: string
  /** Requests that it shaped. */
  readonly hits: number
  /** Requests that met its conditions, those that it let pass included. */
  readonly seen: number
  readonly times: number | null
  readonly skip: number
  readonly when: WhenDocument
  /** What it does, in words. */
  readonly effect: string
}

/** `POST /scenarios/explain` */
export interface ExplainAnswer {
  /** Null: the request would take its natural course. */
  readonly rule: RuleAnswer | null
  /** The rules asked before it, and the first reason why each was not the one. */
  readonly tried: readonly { readonly id: string; readonly reason: string }[]
  /** What the request needs and was not told. */
  readonly assumed: { readonly method?: 'card' }
}

/** `GET /cards` */
export interface CardsAnswer {
  readonly cards: readonly MagicValue[]
}

/** `GET /requests`: newest last. */
export interface RequestsAnswer {
  readonly requests: readonly RequestAnswer[]
}

/** `GET /requests/{id}`: one call of the gateway or the vault, masked. */
export interface RequestAnswer {
  readonly id: number
  /** Sandbox time. */
  readonly at: IsoInstant
  readonly real_at: IsoInstant
  /** Null: the call was for no operation. */
  readonly operation: Operation | null
  readonly merchant: number | null
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query: Readonly<Record<string, string>>
    readonly correlation_id: string | null
    readonly origin: string | null
    readonly body: unknown
    readonly unknown_members: readonly string[]
  }
  readonly answer: {
    /** Null: the client got no whole answer. */
    readonly status: number | null
    /** A value where it is JSON, else text; null where there was none. */
    readonly body: unknown
  }
  readonly rule: string | null
  readonly fault: FaultDocument | null
  readonly audit: number | null
  readonly outcome: string | null
  /** Milliseconds of real time. */
  readonly duration: number
}

/** `DELETE /requests` */
export interface RequestsRemovedAnswer {
  readonly removed: number
}

/** `GET /transactions`: newest first. */
export interface TransactionsAnswer {
  readonly transactions: readonly TransactionAnswer[]
}

export interface TransactionAnswer {
  readonly audit: number
  readonly merchant: number
  readonly operation: TransactionKind
  readonly status: TransactionStatus
  readonly gateway_status_code: number
  readonly response_code: string
  readonly response_message: string
  readonly reference: string
  /** Cents as submitted. */
  readonly amount: number
  /** Cents with surcharge. */
  readonly total: number
  readonly currency: string
  readonly method: 'card' | 'direct_debit'
  /** The masked card number, or the BSB and the masked account number. */
  readonly account: string
  readonly card_type: string | null
  readonly token: { readonly id: number; readonly virtual_pan: string } | null
  readonly correlation_id: string | null
  readonly target_audit: number | null
  readonly created_at: IsoInstant
  readonly settlement_date: string
  /** Cents of its live refunds. */
  readonly refunded: number
  /** Cents of its live completions. */
  readonly completed: number
  readonly moves: readonly MoveAnswer[]
}

export interface MoveAnswer {
  readonly at: IsoInstant
  readonly from: TransactionStatus | null
  readonly to: TransactionStatus
  readonly cause: MoveCause
}

/** `GET /transactions/{audit}` */
export interface TransactionDetailAnswer extends TransactionAnswer {
  readonly trace_number: string
  readonly authorisation_code: string
  readonly preauthorisation_code: string | null
  readonly surcharge: { readonly percent: string; readonly added: number } | null
  readonly request_kvps: Readonly<Record<string, string>>
  /** The first instant at which it can no longer be voided. */
  readonly cutoff_at: IsoInstant
  readonly expires_at: IsoInstant | null
  /** What will happen to it by itself, earliest first. */
  readonly due: readonly {
    readonly at: IsoInstant
    readonly event: ScheduledEvent
    readonly to: TransactionStatus | null
  }[]
  /** The completions, refunds and voids that act on it, oldest first. */
  readonly acting: readonly {
    readonly audit: number
    readonly operation: TransactionKind
    readonly status: TransactionStatus
    readonly amount: number
    readonly created_at: IsoInstant
  }[]
}

/** `GET /customers`: by id. */
export interface CustomersAnswer {
  readonly customers: readonly CustomerAnswer[]
}

export interface CustomerAnswer {
  readonly id: number
  readonly merchant: number
  readonly name: string
  readonly reference: string
  readonly created_at: IsoInstant
  readonly tokens: number
}

/** `GET /customers/{id}` */
export interface CustomerDetailAnswer extends Omit<CustomerAnswer, 'tokens'> {
  readonly tokens: readonly {
    readonly id: number
    readonly preferred_name: string
    readonly virtual_pan: string
    readonly active: boolean
    readonly method: 'card' | 'direct_debit'
    readonly account: string
    readonly card_type: string | null
    readonly created_at: IsoInstant
  }[]
}

/** `POST /seed`: what was made, and from which seed. */
export interface SeedAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
  readonly seed: number
}

/** `PUT /state`: what the world holds now. */
export interface ImportAnswer extends ClockAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}

/** `GET /snapshots`: by name. */
export interface SnapshotsAnswer {
  readonly snapshots: readonly ListedSnapshotAnswer[]
}

/** `GET /snapshots/{name}` */
export type ListedSnapshotAnswer = SnapshotAnswer | DamagedSnapshotAnswer

/** One that cannot be loaded any more. */
export interface DamagedSnapshotAnswer {
  readonly name: string
  readonly bytes: number
  readonly damaged: true
  /** One line: the file, and what is wrong with it. */
  readonly reason: string
}

/** `PUT /snapshots/{name}` */
export interface SnapshotAnswer {
  readonly name: string
  /** Real time. */
  readonly saved_at: IsoInstant
  readonly bytes: number
  readonly records: number
}

/** `DELETE /snapshots/{name}` and `DELETE /worlds/{name}` */
export interface RemovedAnswer {
  readonly removed: string
}

/** `GET /worlds`: by name. */
export interface WorldsAnswer {
  readonly worlds: readonly WorldAnswer[]
}

/** `PUT /worlds/{name}` */
export interface WorldAnswer extends ClockAnswer {
  readonly name: string
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}

/** `GET /assumptions` */
export interface AssumptionsAnswer {
  readonly assumptions: readonly {
    readonly key: string
    readonly value: unknown
    readonly default: unknown
    readonly source: Source
    readonly reason: string
  }[]
}

/** The data of each server-sent event of `GET /events`, by the event's name. */
export interface EventData {
  readonly request: RequestAnswer
  readonly transaction: { readonly audit: number; readonly status: TransactionStatus }
  readonly clock: ClockChangedAnswer
  readonly scenario: { readonly scenarios: readonly string[] }
}
