/** One call of the control API, as routes, index and client know it. */
export interface ControlCall extends CallParts {
  readonly method: CallMethod
  /** Below `/_sandbox`, with `{placeholders}`. */
  readonly path: string
  /** One line for the index. */
  readonly does: string
}

/** What a group of calls is about: its name, and a sentence. */
export type CallTopic = readonly [name: string, sentence: string]

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface CallParts {
  /** Its response, if not JSON: a document that may be too long for one string, or server-sent events. */
  readonly answers?: 'bytes' | 'events'
  /** The media type of its response, if not JSON. */
  readonly media?: string
  /** What it takes, if not JSON. */
  readonly takes?: 'bytes'
  /** The largest body in bytes, if it is not that of every call. */
  readonly maxBody?: number
  /** Needs no control token. */
  readonly isOpen?: true
  /** Changes nothing in a world, although it is not a GET. */
  readonly isReading?: true
  /** Takes longer the more data there is. */
  readonly isLong?: true
}

/** An instant as text: ISO 8601 in UTC with milliseconds. */
export type IsoInstant = string

/** The largest limit of a list. */
export const LONGEST_LIST = 200
