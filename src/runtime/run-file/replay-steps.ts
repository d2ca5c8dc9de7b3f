import { randomBytes } from 'node:crypto'
import { testPanLike } from '../../domain/card/test-cards.ts'
import { isPlainObject, jsonOrText } from '../../domain/plain-object.ts'
import type { Redacted } from '../../domain/redaction/redacted.ts'
import { prefixOf } from '../../http/paths.ts'
import { OWN_HEADER } from '../../http/pipeline/auth.ts'
import type { Exchange } from '../../insight/exchange.ts'
import type { StepEntry } from '../../insight/run/run-history.ts'
import { faultKind } from '../../scenario/faults/table.ts'
import { StartError } from '../start-error.ts'
import type { RunFile } from './read-run.ts'
import { replayToken } from './run-header.ts'
import type { RunHeader } from './run-record.ts'

/** With it, a replay sends the calls that the dashboard made. */
export const OWN_KEY = randomBytes(16).toString('hex')

/** A call of a run as it can be sent again. */
export interface CallRecord {
  readonly record: 'call'
  readonly world: string
  readonly turns: Exchange['turns']
  /** When it ended, in the order of everything; undefined if the run ended first. */
  readonly end: number | undefined
  readonly request: {
    readonly method: string
    /** With the world prefix and the query. */
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly answer: { readonly status: number | null; readonly body: unknown }
  readonly fault: string | null
  readonly faultAt: 'before' | 'after' | undefined
}

export interface ReplayStep {
  /** The line in the run file. */
  readonly line: number
  readonly record: CallRecord | StepEntry
}

/** What a replay does, in the order in which it took effect. Refuses a file that lacks parts. */
export function replaySteps({ file, header, entries, lines }: RunFile): readonly ReplayStep[] {
  const { dropped = 0, lacks_state } = header
  if (dropped > 0 || lacks_state) {
    const what = dropped > 0 ? `its ${dropped} oldest requests` : 'data that it began with'
    const advice = 'record the run with --record to replay it'
    throw new StartError(`${file} lacks ${what}, so it cannot be replayed: ${advice}`, true)
  }
  const ended = new Set(
    entries.map((entry) => (entry.record === 'exchange' ? entry.exchange.arrived : undefined)),
  )
  const steps = entries.flatMap((entry): readonly ReplayStep[] => {
    const line = lines.get(entry) ?? 0
    if (entry.record === 'step') return [{ line, record: entry }]
    if (entry.record !== 'exchange' && entry.record !== 'begun') return []
    const { exchange, world } = entry
    if (entry.record === 'begun' && ended.has(exchange.arrived)) return []
    if (isNotKept(exchange)) return []
    const isEnded = entry.record === 'exchange'
    return [{ line, record: callRecord({ world, exchange, isEnded }, header) }]
  })
  return steps.sort((one, other) => beginOf(one) - beginOf(other))
}

function beginOf({ record }: ReplayStep): number {
  return record.record === 'step' ? record.begin : record.turns.begin
}

/** A request that was refused for a part that is not kept. It had no effect, so it is left out. */
function isNotKept({ request, answer: { status = 0 }, rules, facts }: Exchange): boolean {
  if (status < 400 || status >= 500 || rules.length > 0) return false
  const isUnread = request.body === undefined && request.method !== 'GET'
  if (isUnread && (status === 400 || status === 413 || status === 415)) return true
  const hasCardNumber = /[0-9]{6}x{3,9}[0-9]{4}/.test(request.path)
  return hasCardNumber || facts.refusals?.includes('repeated_parameter') === true
}

function callRecord(
  { world, exchange, isEnded }: { world: string; exchange: Exchange; isEnded: boolean },
  header: RunHeader,
): CallRecord {
  const { request, answer, fault, turns, answered } = exchange
  const query = new URLSearchParams(request.query).toString()
  return {
    record: 'call',
    world,
    turns,
    end: isEnded ? answered : undefined,
    request: {
      method: request.method,
      path: `${prefixOf({ name: world })}${request.path}${query === '' ? '' : `?${query}`}`,
      headers: headersOf(exchange, header),
      body: filled(request.body, request.recorded ?? {}),
    },
    answer: { status: answer.status ?? null, body: answerBody(answer.body) },
    fault: fault ? faultKind(fault) : null,
    faultAt: fault?.at,
  }
}

/** Headers about the connection, which a replay sets itself. */
const connectionHeader =
  /^(?:connection|keep-alive|proxy-connection|upgrade|expect|te|trailer|transfer-encoding)$/

function headersOf(
  { request, user, sender }: Exchange,
  { config }: RunHeader,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const line of (request.headers ?? '').split('\n')) {
    const [name = '', value = ''] = split(line)
    if (name === '' || connectionHeader.test(name)) continue
    if (value !== '(hidden)') headers[name] = value.replaceAll(/[^\t\u0020-\u007e]/g, '')
    else if (name === 'authorization') headers[name] = 'Bearer recorded-stranger'
  }
  if (request.correlationId !== undefined) headers['x-correlation-id'] = request.correlationId
  if (sender === 'dashboard') headers[OWN_HEADER] = OWN_KEY
  const users = Array.isArray(config.users) ? config.users : []
  const index = users.findIndex((one) => isPlainObject(one) && one.name === user)
  if (user !== undefined && index !== -1) headers.authorization = `Bearer ${replayToken(index)}`
  return headers
}

function split(line: string): readonly [string, string] {
  const mark = line.indexOf(': ')
  return [line.slice(0, Math.max(0, mark)).toLowerCase(), line.slice(mark + 2)]
}

/** A redacted body with the recorded values in place of redacted ones. */
function filled(value: unknown, recorded: Readonly<Record<string, unknown>>, path = ''): unknown {
  if (path !== '' && Object.hasOwn(recorded, path)) return recorded[path]
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [
    name,
    filled(member, recorded, path === '' ? name : `${path}.${name}`),
  ])
  return Object.fromEntries(members)
}

/** The JSON value of an answer; text that is not JSON stays text. */
export function answerBody(text: Redacted | undefined): unknown {
  return text === undefined ? null : jsonOrText(text)
}

/** Whether the client left before its answer was sent. */
export function hasLeftEarly({ answer, fault }: Pick<CallRecord, 'answer' | 'fault'>): boolean {
  return answer.status === null && (fault === null || fault === 'dribble')
}

/** The first place where two values differ, and both values there. */
interface Difference {
  /** `status.acquirer.response_code`; empty for the whole value. */
  readonly path: string
  readonly recorded: unknown
  readonly replayed: unknown
}

/** A step whose replay gave another answer. */
export interface StepDifference extends Difference {
  readonly step: ReplayStep
}

/** The first difference between two JSON values, if any. */
export function firstDifference(
  recorded: unknown,
  replayed: unknown,
  path: readonly string[] = [],
): Difference | undefined {
  if (Object.is(recorded, replayed) || isOfUnknownCard(recorded, replayed)) return undefined
  if (!hasMembers(recorded) || !hasMembers(replayed) || isList(recorded) !== isList(replayed)) {
    return { path: path.join('.'), recorded, replayed }
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const found = firstDifference(recorded[key], replayed[key], [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

/** A card that is not a test card is another one in a replay. */
function isOfUnknownCard(recorded: unknown, replayed: unknown): boolean {
  if (typeof recorded !== 'string' || typeof replayed !== 'string') return false
  const masked = /^[0-9]{6}[^0-9]{3,9}[0-9]{4}$/
  if (!masked.test(recorded) || !masked.test(replayed)) return false
  return testPanLike(recorded.replaceAll(/[^0-9]/g, 'x')) === undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) || Array.isArray(value)
}

function isList(value: unknown): boolean {
  return Array.isArray(value)
}
