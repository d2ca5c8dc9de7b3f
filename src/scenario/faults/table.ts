import { redactText } from '../../domain/redaction/redacted.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import { isoUtc, parseInstant } from '../../domain/time/instant.ts'
import { milliseconds } from '../written-values.ts'
import type { FaultDocument, FaultKind, FaultKinds, RetryAt, WireFault } from './wire-fault.ts'

/** How an author writes a kind of fault; the schema is built from it. */
export type FaultForm = 'status' | 'true' | 'duration' | 'true or duration'

/** Everything about one kind of fault except its implementation. */
export interface FaultEntry<Stored> {
  readonly means: string
  readonly form: FaultForm
  /** The fault shows part of the answer, so an unprocessed call is rehearsed to get one. */
  readonly needsAnswer?: true
  /** Members that only this kind of fault has. */
  readonly besides?: readonly (keyof FaultDocument)[]
  compile(document: FaultDocument): Stored
  describe(kept: Stored): string
  /** The form in which an author writes it. */
  document(kept: Stored): Omit<FaultDocument, 'at'>
}

type FaultTable = { readonly [Kind in FaultKind]: FaultEntry<FaultKinds[Kind]> }

export const faultTable: FaultTable = {
  http: {
    means: 'Answer with this status.',
    form: 'status',
    besides: ['retry_after', 'error_code', 'body'],
    compile: ({ http = 500, retry_after, error_code, body }) => ({
      status: http,
      ...(retry_after !== undefined && { retryAfter: compileRetry(retry_after) }),
      ...(error_code !== undefined && { errorCode: redactText(error_code) }),
      ...(body !== undefined && { body: redactText(body) }),
    }),
    describe: ({ status, retryAfter, body }) => {
      const own = body === 'html' ? ' with an HTML page' : ' with its own text'
      const page = body === undefined || body === 'json' ? '' : own
      const retry = retryAfter === undefined ? '' : ` with Retry-After ${retryText(retryAfter)}`
      return `HTTP ${status}${page}${retry}`
    },
    document: ({ status, retryAfter, errorCode, body }) => ({
      http: status,
      ...(retryAfter !== undefined && { retry_after: retryText(retryAfter) }),
      ...(errorCode !== undefined && { error_code: errorCode }),
      ...(body !== undefined && { body }),
    }),
  },
  hang: {
    means: 'No answer at all, for this time or until the client disconnects.',
    form: 'true or duration',
    compile: ({ hang }) => (typeof hang === 'string' ? { ms: milliseconds(hang) } : {}),
    describe: ({ ms }) => (ms === undefined ? 'no answer' : `no answer for ${formatDuration(ms)}`),
    document: ({ ms }) => ({ hang: ms === undefined ? true : formatDuration(ms) }),
  },
  reset: {
    means: 'Reset the connection.',
    form: 'true',
    compile: () => ({}),
    describe: () => 'connection reset',
    document: () => ({ reset: true }),
  },
  truncate: {
    means: 'Cut the answer off in the middle.',
    needsAnswer: true,
    form: 'true',
    compile: () => ({}),
    describe: () => 'answer cut off in the middle',
    document: () => ({ truncate: true }),
  },
  garbage: {
    means: 'Answer with a body that is not JSON.',
    needsAnswer: true,
    form: 'true',
    compile: () => ({}),
    describe: () => 'an answer that is not JSON',
    document: () => ({ garbage: true }),
  },
  dribble: {
    means: 'Send the answer byte by byte, over this time.',
    needsAnswer: true,
    form: 'duration',
    compile: ({ dribble = '' }) => ({ ms: milliseconds(dribble) }),
    describe: ({ ms }) => `answer spread over ${formatDuration(ms)}`,
    document: ({ ms }) => ({ dribble: formatDuration(ms) }),
  },
}

function compileRetry(written: number | string): number | RetryAt {
  if (typeof written === 'number') return written
  const at = parseInstant(written)
  if (at === undefined) throw new Error(`'${written}' has not been checked`)
  return { at }
}

function retryText(kept: number | RetryAt): number | string {
  return typeof kept === 'number' ? kept : isoUtc(kept.at)
}

export const faultKinds = Object.keys(faultTable) as readonly FaultKind[]

export function isFaultKind(text: unknown): text is FaultKind {
  return typeof text === 'string' && Object.hasOwn(faultTable, text)
}

/** The entry of a kind that is known only at run time. */
export function faultEntry(kind: FaultKind): FaultEntry<unknown> {
  return faultTable[kind]
}

/** The kind of a fault; undefined if none is given. */
export function compileFault(document: FaultDocument): WireFault | undefined {
  const kind = faultKinds.find((one) => document[one] !== undefined)
  if (kind === undefined) return undefined
  // Safe: the entry of a kind returns the parameters of that kind.
  return { at: document.at, kind, ...(faultEntry(kind).compile(document) as object) } as WireFault
}

export function describeFault(fault: WireFault): string {
  return faultEntry(fault.kind).describe(fault)
}

/** A fault in the form in which an author writes it. */
export function faultDocument(fault: WireFault): FaultDocument {
  return { at: fault.at, ...faultEntry(fault.kind).document(fault) }
}
