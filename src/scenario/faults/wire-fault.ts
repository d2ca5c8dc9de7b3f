import type { Instant } from '../../domain/time/instant.ts'

/** The kinds of fault on the wire, each with its parameters. */
export interface FaultKinds {
  readonly http: {
    readonly status: number
    /** Seconds, or the instant of an HTTP date. */
    readonly retryAfter?: number | RetryAt
    readonly errorCode?: string
    /** `json`, `html` or a custom text. */
    readonly body?: string
  }
  readonly hang: { readonly ms?: number }
  readonly reset: object
  readonly truncate: object
  readonly garbage: object
  readonly dribble: { readonly ms: number }
}

export interface RetryAt {
  readonly at: Instant
}

export type FaultKind = keyof FaultKinds

export type FaultOf<Kind extends FaultKind> = FaultBase<Kind> & FaultKinds[Kind]

interface FaultBase<Kind> {
  readonly at: 'before' | 'after'
  readonly kind: Kind
}

/** A fault on the wire. `before`: nothing was processed; `after`: everything was. */
export type WireFault = { [Kind in FaultKind]: FaultOf<Kind> }[FaultKind]

/** How an author writes each kind. */
export interface WrittenKinds {
  readonly http: number
  readonly hang: true | string
  readonly reset: true
  readonly truncate: true
  readonly garbage: true
  readonly dribble: string
}

/** Exactly one of the kinds, with its parameters. */
export interface FaultDocument extends Partial<WrittenKinds> {
  readonly at: 'before' | 'after'
  readonly retry_after?: number | string
  readonly error_code?: string
  readonly body?: string
}
