/** The kinds of fault on the wire, and how an author writes each. */
export interface WrittenKinds {
  readonly http: number
  readonly hang: true | string
  readonly reset: true
  readonly truncate: true
  readonly garbage: true
  readonly dribble: string
}

export type FaultKind = keyof WrittenKinds

/**
 * A fault on the wire: exactly one of the kinds, with its parameters. `before`: nothing is processed;
 * `after`: everything is. Rules, records of calls and responses have it in this form.
 */
export interface FaultDocument extends Partial<WrittenKinds> {
  readonly at: 'before' | 'after'
  /** Seconds, or the instant of an HTTP date. */
  readonly retry_after?: number | string
  readonly error_code?: string
  /** `json`, `html` or a custom text. */
  readonly body?: string
}
