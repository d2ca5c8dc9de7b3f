/** One call of the control API, for the routes, the index and the client. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Beneath `/_sandbox`, with `{placeholders}`. */
  readonly path: string
  /** One line, for the index. */
  readonly does: string
  readonly query?: Shape<unknown>
  readonly body?: Shape<unknown> | typeof bytes
  readonly answer: Shape<unknown> | typeof bytes | typeof events
  /** It needs no control token. */
  readonly isOpen?: true
  /** It changes nothing in a world, although it is not a GET. */
  readonly isReading?: true
  /** It has as much to do as there is data, and may take as long. */
  readonly isLong?: true
}

export type ControlCalls = Readonly<Record<string, ControlCall>>

/** JSON whose type only the compiler knows; the server's schema is held against it. */
export interface Shape<Value> {
  readonly kind: 'json'
  readonly of?: Value
}

export function json<Value>(): Shape<Value> {
  return { kind: 'json' }
}

/** A document that may be too long for one text. */
export const bytes = { kind: 'bytes' } as const

/** Server-sent events. */
export const events = { kind: 'events' } as const

/** An instant as text: ISO 8601 in UTC with milliseconds. */
export type IsoInstant = string

/** A part of a long list. */
export interface Page {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** The most that a list has. */
export const LONGEST_LIST = 1000

/** What every refused call is answered with. */
export interface ErrorAnswer {
  readonly errors: readonly {
    readonly error_code: string
    readonly error_message: string
    readonly location: readonly string[]
  }[]
}
