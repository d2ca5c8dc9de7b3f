import { formatDuration } from '../../domain/time/duration.ts'
import { milliseconds } from '../written-values.ts'

/** The kinds of fault on the wire, and how an author writes each. */
export interface WrittenKinds {
  readonly http: number
  readonly hang: true | string
  readonly reset: true
  readonly truncate: true
  readonly garbage: true
  readonly dribble: string
  readonly stale: true
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

/** How an author writes a kind of fault; the schema is built from it. */
export type FaultForm = 'status' | 'true' | 'duration' | 'true or duration'

/** Everything about one kind of fault except its implementation. */
export interface FaultEntry {
  readonly means: string
  readonly form: FaultForm
  /** The fault shows part of the response, so an unprocessed call is rehearsed to get one. */
  readonly needsAnswer?: true
  /** Fields that only this kind of fault has. */
  readonly besides?: readonly (keyof FaultDocument)[]
  describe(fault: FaultDocument): string
}

export const faultTable: Readonly<Record<FaultKind, FaultEntry>> = {
  http: {
    means: 'Respond with this status.',
    form: 'status',
    besides: ['retry_after', 'error_code', 'body'],
    describe: ({ http, retry_after, body }) => {
      const own = body === 'html' ? ' with an HTML page' : ' with its own text'
      const page = body === undefined || body === 'json' ? '' : own
      const retry = retry_after === undefined ? '' : ` with Retry-After ${retry_after}`
      return `HTTP ${http}${page}${retry}`
    },
  },
  hang: {
    means: 'No response at all, for this time or until the client disconnects.',
    form: 'true or duration',
    describe: ({ hang }) =>
      typeof hang === 'string' ? `no response for ${durationText(hang)}` : 'no response',
  },
  reset: {
    means: 'Reset the connection.',
    form: 'true',
    describe: () => 'connection reset',
  },
  truncate: {
    means: 'Cut the response off in the middle.',
    needsAnswer: true,
    form: 'true',
    describe: () => 'response cut off in the middle',
  },
  garbage: {
    means: 'Respond with a body that is not JSON.',
    needsAnswer: true,
    form: 'true',
    describe: () => 'a response that is not JSON',
  },
  dribble: {
    means: 'Send the response byte by byte, over this time.',
    needsAnswer: true,
    form: 'duration',
    describe: ({ dribble = '' }) => `response spread over ${durationText(dribble)}`,
  },
  stale: {
    means: 'Respond, and close the connection when the next request arrives on it.',
    needsAnswer: true,
    form: 'true',
    describe: () => 'connection closed at its next request',
  },
}

function durationText(written: string): string {
  return formatDuration(milliseconds(written))
}

export const faultKinds = Object.keys(faultTable) as readonly FaultKind[]

/** The kind of a fault that was checked. */
export function faultKind(fault: FaultDocument): FaultKind {
  const kind = faultKinds.find((one) => fault[one] !== undefined)
  if (kind === undefined) throw new Error('A fault without a kind has not been checked')
  return kind
}

export function describeFault(fault: FaultDocument): string {
  return faultTable[faultKind(fault)].describe(fault)
}

/**
 * What an HTTP fault sends: `json` (the gateway's list of errors), `html` or a custom text. A 4xx has
 * that list only if the rule asks for it, because the gateway's refusals are final and were not processed.
 */
export function errorBody({ http = 500, body, error_code }: FaultDocument): string {
  return body ?? (http >= 500 || error_code !== undefined ? 'json' : 'html')
}
