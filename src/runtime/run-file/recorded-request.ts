import type { Answer } from '../../http/answer.ts'
import type { Call } from '../../http/call.ts'
import { prefixOf } from '../../http/paths.ts'
import { type Credentials, OWN_HEADER } from '../../http/pipeline/auth.ts'
import { MAX_BODY } from '../../http/pipeline/body.ts'
import { isSecretHeader } from '../../http/pipeline/record/redacted-request.ts'
import type { ControlInvocation } from '../../http/pipeline/record/tape.ts'
import type { ConfigDocument } from '../config/options.ts'
import type { CallRecord } from './run-record.ts'
import { substitutedBody } from './substitution/substituted.ts'
import { type Substitutes, zeros } from './substitution/substitutes.ts'

/** Headers about the connection, which a replay sets itself, and the mark of the sandbox's own calls. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect', 'te', 'trailer'],
  ...['content-length', 'transfer-encoding', OWN_HEADER],
])

/** Replaces card numbers and credentials. */
interface Replacements {
  readonly substitutes: Substitutes
  readonly users: readonly Credentials[]
}

/** A request without secrets that has the same effect when replayed. */
export function recordedRequest(
  call: Call,
  answer: Pick<Answer, 'status'>,
  { substitutes, users }: Replacements,
): CallRecord['request'] {
  const { headers } = call.incoming
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || ownHeaders.has(name) || isSecretHeader(name)) continue
    kept[substitutes.text(name)] = substitutes.text(value)
  }
  const authorisation = authorisationToRecord(headers.authorization, users)
  if (authorisation !== undefined) kept.authorization = authorisation
  return {
    method: call.method,
    path: recordedPath(call, substitutes),
    headers: kept,
    ...recordedBody(call, answer, substitutes),
  }
}

/** The path of a control call, whether sent over HTTP or by a dashboard page. */
export function controlPath(
  { call, control }: ControlInvocation,
  substitutes: Substitutes,
): string {
  const path = control.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(call.pathValues[name] ?? ''),
  )
  const query = new URLSearchParams(call.query).toString()
  const whole = `${prefixOf(call.world)}/_sandbox${path}`
  return substitutes.text(query === '' ? whole : `${whole}?${query}`)
}

/** The path as requested; it may contain a percent-encoded card number. */
function recordedPath(call: Call, substitutes: Substitutes): string {
  const { url = '' } = call.incoming
  const mark = url.indexOf('?')
  const query = mark === -1 ? '' : url.slice(mark)
  const path = prefixOf(call.world) + call.path + query
  return substitutes.text(path)
}

function recordedBody(
  call: Call,
  answer: Pick<Answer, 'status'>,
  substitutes: Substitutes,
): Partial<CallRecord['request']> {
  const { bytes, body } = call
  if (body !== undefined) return { body: substitutedBody(body, substitutes, call.marks?.body) }
  if (bytes !== undefined && bytes.length > 0) return { text: zeros(bytes.toString('utf8')) }
  if (isGarbled(call, answer)) return { broken_chunks: true }
  const length = bytes === undefined ? unreadLength(call, answer) : 0
  return length > 0 ? { length } : {}
}

/** Whether reading the body stopped at an invalid chunk. */
function isGarbled({ bytes, incoming }: Call, { status }: Pick<Answer, 'status'>): boolean {
  if (bytes !== undefined || status !== 400) return false
  return incoming.headers['transfer-encoding'] !== undefined && !incoming.complete
}

/** The length of an unread body. If it was too long, the exact length does not matter. */
function unreadLength({ incoming }: Call, { status }: Pick<Answer, 'status'>): number {
  // A chunked body that is too long has no known length.
  if (status === 413) return MAX_BODY + 1
  return Math.min(Number(incoming.headers['content-length'] ?? 0), MAX_BODY + 1)
}

/** The config with made-up passwords and tokens, and without the server's own secrets. */
export function configToRecord(document: ConfigDocument): ConfigDocument {
  const { server: _server, scenarios: _scenarios, holidays: _holidays, users, ...rest } = document
  if (users === undefined) return rest
  return {
    ...rest,
    users: users.map(({ password, token, ...user }, i) => ({
      ...user,
      ...(password !== undefined && { password: standIn('password', i) }),
      ...(token !== undefined && { token: standIn('token', i) }),
    })),
  }
}

function standIn(what: 'password' | 'token', index: number): string {
  return `recorded-${what}-${index + 1}`
}

/**
 * A header that the replay resolves to the same user, or to none if the original resolved to none.
 */
function authorisationToRecord(
  header: string | undefined,
  users: readonly Credentials[],
): string | undefined {
  if (header === undefined) return undefined
  const [scheme = '', value = ''] = header.split(/\s+/, 2)
  const isBasic = scheme.toLowerCase() === 'basic'
  const given = isBasic ? Buffer.from(value, 'base64').toString('utf8') : value
  const index = users.findIndex(({ name, password, token }) =>
    isBasic
      ? password !== undefined && given === `${name}:${password}`
      : token !== undefined && given === token,
  )
  if (isBasic) return `Basic ${Buffer.from(basicStandIn(users[index], index)).toString('base64')}`
  if (scheme.toLowerCase() !== 'bearer') return 'Unknown recorded'
  return `Bearer ${index === -1 ? 'recorded-stranger' : standIn('token', index)}`
}

function basicStandIn(user: Credentials | undefined, index: number): string {
  return user === undefined ? 'recorded:stranger' : `${user.name}:${standIn('password', index)}`
}
