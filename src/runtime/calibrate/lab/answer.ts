import { isPlainObject, memberOf } from '../../../domain/plain-object.ts'
import type { Exchange } from './exchange.ts'

/** A part of an answer; undefined where it has none. */
export function partAt(body: unknown, ...path: readonly string[]): unknown {
  return path.reduce(memberOf, body)
}

export function isOk({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}

/** No such path, or not with this method. */
export function isNowhere({ status }: Exchange): boolean {
  return status === 404 || status === 405 || status === 501
}

/** The number of the transaction that an answer is about. */
export function auditOf({ body }: Exchange): number | undefined {
  const audit = partAt(body, 'audit')
  return typeof audit === 'number' ? audit : undefined
}

export function statusWord({ body }: Exchange): unknown {
  return partAt(body, 'status', 'transaction_status_code')
}

export function isApproved(exchange: Exchange): boolean {
  return isOk(exchange) && statusWord(exchange) === 'approved'
}

export function typeOf({ body }: Exchange): unknown {
  return partAt(body, 'transaction', 'transaction_type')
}

/** What stood in the way, as the error body has it. */
export interface Complaint {
  readonly code: string
  readonly message: string
  readonly location: readonly string[]
}

export function complaintsOf({ body, status }: Exchange): readonly Complaint[] {
  const errors = partAt(body, 'errors')
  if (status < 400 || !Array.isArray(errors)) return []
  return errors.filter(isPlainObject).map(({ error_code, error_message, location }) => ({
    code: String(error_code ?? ''),
    message: String(error_message ?? ''),
    location: Array.isArray(location) ? location.map(String) : [],
  }))
}

/** Whether a refusal is about this member, or one inside it. */
export function complainsOf(exchange: Exchange, member: string): boolean {
  return complaintsOf(exchange).some(({ location }) => location.includes(member))
}

/** Words of messages that could be names of members. */
export function wordsOf(exchange: Exchange): readonly string[] {
  const text = complaintsOf(exchange).map(({ message }) => message)
  const words = text.join(' ').match(/[A-Za-z0-9_.:-]{1,64}/g) ?? []
  // A point may end a name, or a sentence.
  return [...new Set(words.flatMap((word) => [word, word.replace(/[.:]+$/, '')]))]
}
