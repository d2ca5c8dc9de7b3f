import { moneyText } from '../domain/money.ts'
import { memberOf } from '../domain/plain-object.ts'
import type { RequestResponse } from '../http/contract/control/calls/requests.ts'
import { faultKinds } from '../scenario/faults/table.ts'
import type { FaultDocument } from '../scenario/faults/wire-fault.ts'
import type { Meaning } from './field.ts'
import { statusMeaning } from './status-meaning.ts'

/** The facts about a call that fit in a line, all masked already. */
export type ExchangeSummary = ReturnType<typeof exchangeOf>

/** An entry of the request journal as a line shows it. */
export function exchangeOf(entry: RequestResponse, world: string) {
  const { request, response, fault, asked, shown } = entry
  const facts = answerFacts(response.body)
  // The bank's answer is known, even if the client never got it.
  const { code, words } =
    facts.code === undefined && response.lost_response !== undefined
      ? answerFacts(response.lost_response.body)
      : facts
  const { amount = shown?.amount, currency = shown?.currency ?? '' } = asked
  return {
    ...facts,
    money: amount === undefined ? undefined : moneyText(amount, currency),
    reference: asked.reference ?? shown?.reference,
    code,
    words,
    world,
    at: Date.parse(entry.at),
    /** Undefined: the call matched no operation. */
    operation: entry.operation ?? undefined,
    method: request.method,
    path: request.path,
    /** Undefined: no complete answer was sent. */
    status: response.status ?? undefined,
    outcome: entry.outcome ?? undefined,
    audit: entry.audit ?? undefined,
    failure: entry.sandbox_failure,
    fault: fault ? faultName(fault) : undefined,
    faultAt: fault?.at,
    rules: entry.rules,
    /** Members that the API does not have. */
    ignored: request.unknown_fields,
    durationMs: entry.duration,
  }
}

/** The kind of fault: `reset`. */
function faultName(fault: FaultDocument): string {
  return faultKinds.find((name) => fault[name] !== undefined) ?? 'fault'
}

/** The fault and whether the call was processed: `reset, not processed`. */
export function wireFaultText(fault: FaultDocument): string {
  const name = faultName(fault)
  const shown = name === 'http' ? `HTTP ${fault.http}` : name
  return `${shown}, ${fault.at === 'before' ? 'not processed' : 'processed'}`
}

/**
 * Reads an answer without assumptions: scenarios may answer anything.
 * @internal Exported for tests.
 */
export function answerFacts(answer: unknown) {
  const results = memberOf(answer, 'results')
  const [only] = Array.isArray(results) && results.length === 1 ? results : [undefined]
  const shown = only ?? answer
  const acquirer = memberOf(memberOf(shown, 'status'), 'acquirer')
  return {
    code: textAt(acquirer, 'response_code'),
    words:
      textAt(acquirer, 'response_message') ||
      textAt(memberOf(shown, 'status'), 'gateway_status_message'),
    refusal: refusalIn(answer),
    found: Array.isArray(results) ? `${results.length || 'nothing'} found` : undefined,
  }
}

function refusalIn(answer: unknown): string | undefined {
  const errors = memberOf(answer, 'errors')
  if (!Array.isArray(errors)) return undefined
  const code = textAt(errors[0], 'error_code')
  const location = memberOf(errors[0], 'location')
  const [part, ...members]: readonly unknown[] = Array.isArray(location) ? location : []
  // `invalid_pan` already names the member; for a path or a header the code says enough.
  const isEnough = (part !== 'body' && part !== 'query') || code?.endsWith(`_${members.at(-1)}`)
  return isEnough || members.length === 0 ? code : [code, members.join('.')].join(' ')
}

function textAt(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : undefined
}

/** What the client got: an outcome, a refusal, or no answer. */
export function resultOf(exchange: ExchangeSummary): {
  readonly text: string
  /** Without the bank's words, where there is little room. */
  readonly short?: string
  readonly meaning: Meaning
} {
  const { status, refusal, fault, faultAt } = exchange
  const { outcome, code, words } = exchange
  if (exchange.failure !== undefined) {
    return { text: `${status ?? 'lost'} the sandbox failed: ${exchange.failure}`, meaning: 'bad' }
  }
  // `declined 51 Insufficient funds`
  const verdict = outcome && [outcome, code, words].filter(Boolean).join(' ')
  const after = verdict === undefined ? '' : `; ${verdict}`
  // Whether money may have moved.
  const when = faultAt === 'before' ? 'before processing' : 'after commit'
  // A response that cannot be read is as good as none.
  if (status === undefined || fault === 'garbage') {
    const lost = fault === undefined ? 'client left' : `lost ${when} (${fault})`
    return { text: `${lost}${after}`, meaning: 'warn' }
  }
  if (status >= 400) {
    const answer = [status, refusal, fault && when].filter(Boolean).join(' ')
    return { text: `${answer}${after}`, meaning: statusCodeMeaning(status) }
  }
  const text = verdict ?? exchange.found ?? String(status)
  const bare = outcome === 'approved' ? outcome : [outcome, code].filter(Boolean).join(' ')
  return {
    text,
    ...(outcome !== undefined && { short: bare }),
    meaning: outcome === undefined ? 'good' : statusMeaning(outcome),
  }
}

/** What the client got: `200`, `503`, `200, not JSON`, `no response`. */
export function answerText({ response, fault, sandbox_failure }: RequestResponse): string {
  if (sandbox_failure !== undefined)
    return `${response.status ?? 'no response'}, the sandbox failed`
  if (response.status !== null) return `${response.status}${fault?.garbage ? ', not JSON' : ''}`
  return fault?.at === 'after' ? 'response lost' : 'no response'
}

/** What it means for the client: a lost response may have moved money, a refusal is its own fault. */
export function answerMeaning({ response: { status }, fault }: RequestResponse): Meaning {
  return status === null || fault?.garbage ? 'warn' : statusCodeMeaning(status)
}

function statusCodeMeaning(status: number): Meaning {
  if (status >= 500) return 'warn'
  return status >= 400 ? 'bad' : 'calm'
}

/** `purchase`, or the method and path of a request that is no operation. */
export function operationText({ operation, request }: RequestResponse): string {
  return operation?.replaceAll('_', ' ') ?? `${request.method} ${request.path}`
}

/** `/v1/transactions?correlation_id=A` */
export function addressText({ request: { path, query } }: RequestResponse): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
