import { isPlainObject, memberOf } from '../../../domain/plain-object.ts'

/** A request that a probe makes. */
export interface LabRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Beneath the base address, with its query. */
  readonly path: string
  readonly body?: unknown
  /** A body that is no JSON. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends none; if left out, a new one is generated. */
  readonly correlationId?: string | null
  /** What is special about the request, if its address does not show it. */
  readonly about?: string
  /** Send the request without credentials. */
  readonly isAnonymous?: true
}

/** A request and its answer: what a finding rests on. */
export interface LabExchange {
  /** The number by which the table refers to it. */
  readonly number: number
  readonly ask: LabRequest
  readonly correlationId: string | undefined
  readonly status: number
  readonly body: unknown
}

type LabAnswer = Pick<LabExchange, 'status' | 'body'>

/** The gateway does not reveal this. */
export class CannotTell extends Error {
  readonly by: readonly LabExchange[]

  constructor(reason: string, by: readonly LabExchange[] = []) {
    super(reason)
    this.by = by
  }
}

/** No answer came, so the fate of the request is unknown; another try may succeed. */
export class LostAnswer extends CannotTell {}

/** A part of an answer; undefined if it is missing. */
export function partAt(body: unknown, ...path: readonly string[]): unknown {
  return path.reduce(memberOf, body)
}

/** A part that has one member, such as a payment method: what it is called, and what it holds. */
export function soleMember(
  part: unknown,
): readonly [name: string, members: Readonly<Record<string, unknown>>] {
  const [name = '', members] = Object.entries(isPlainObject(part) ? part : {})[0] ?? []
  return [name, isPlainObject(members) ? members : {}]
}

export function isOk({ status }: LabExchange): boolean {
  return status >= 200 && status < 300
}

/** The path does not exist, or not with this method. */
export function isNowhere({ status }: LabExchange): boolean {
  return status === 404 || status === 405 || status === 501
}

/** The number of the transaction that an answer is about. */
export function auditOf({ body }: LabExchange): number | undefined {
  const audit = partAt(body, 'audit')
  return typeof audit === 'number' ? audit : undefined
}

export function statusWord({ body }: LabAnswer): unknown {
  return partAt(body, 'status', 'transaction_status_code')
}

export function isApproved(exchange: LabExchange): boolean {
  return isOk(exchange) && statusWord(exchange) === 'approved'
}

export function typeOf({ body }: LabExchange): unknown {
  return partAt(body, 'transaction', 'transaction_type')
}

/** What stood in the way, as the error body has it. */
export interface AnswerError {
  readonly code: string
  readonly message: string
  readonly location: readonly string[]
}

export function complaintsOf({ body, status }: LabAnswer): readonly AnswerError[] {
  const errors = partAt(body, 'errors')
  if (status < 400 || !Array.isArray(errors)) return []
  return errors.filter(isPlainObject).map(({ error_code, error_message, location }) => ({
    code: String(error_code ?? ''),
    message: String(error_message ?? ''),
    location: Array.isArray(location) ? location.map(String) : [],
  }))
}

/** The main text of an answer: the outcome, or what was refused. */
export function saidBy(answer: LabAnswer): string {
  const codes = complaintsOf(answer).map(({ code }) => code)
  return codes.length > 0 ? codes.join(', ') : String(statusWord(answer) ?? '')
}

/** Whether a refusal is about this member, or one inside it. */
export function complainsOf(exchange: LabExchange, member: string): boolean {
  return complaintsOf(exchange).some(({ location }) => location.includes(member))
}

/** Words of messages that could be names of members. */
export function wordsOf(exchange: LabExchange): readonly string[] {
  const text = complaintsOf(exchange).map(({ message }) => message)
  const words = text.join(' ').match(/[A-Za-z0-9_.:-]{1,64}/g) ?? []
  // A point may end a name, or a sentence.
  return [...new Set(words.flatMap((word) => [word, word.replace(/[.:]+$/, '')]))]
}
