/** One call of the control API: the routes, the index and the client are made from it. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_sandbox`, with `{placeholders}`. */
  readonly path: string
  /** One line for the index. */
  readonly does: string
  readonly query?: Shape<unknown>
  readonly body?: Shape<unknown> | typeof bytes
  readonly answer: Shape<unknown> | typeof bytes | typeof events
  /** Needs no control token. */
  readonly isOpen?: true
  /** Changes nothing in a world, although it is not a GET. */
  readonly isReading?: true
  /** Takes longer the more data there is. */
  readonly isLong?: true
}

/** The parts of a call besides its address and its description. */
type CallParts = Omit<ControlCall, 'method' | 'path' | 'does'>

/** A call at `GET /clock`, what it does, and its types. */
export function call<
  Method extends ControlCall['method'],
  Path extends string,
  const Parts extends CallParts,
>(address: `${Method} ${Path}`, does: string, parts: Parts) {
  const [method, path] = address.split(' ') as [Method, Path]
  return { method, path, does, ...parts }
}

export type ControlCalls = Readonly<Record<string, ControlCall>>

/** JSON whose type only the compiler knows; the server's schema is checked against it. */
export interface Shape<Value> {
  readonly kind: 'json'
  readonly of?: Value
}

export function json<Value>(): Shape<Value> {
  return { kind: 'json' }
}

/** A document that may be too long for one string. */
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

/** The largest limit of a list. */
export const LONGEST_LIST = 1000
