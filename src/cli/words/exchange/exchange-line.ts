import { printable } from '../../../document/printable.ts'
import { moneyText } from '../../../domain/money.ts'
import { memberOf } from '../../../domain/plain-object.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import type { RequestResponse } from '../../../http/contract/control/calls/requests.ts'
import { spanText } from '../../../insight/counted.ts'
import { shortId } from '../../../insight/stories/story-view.ts'
import { faultKinds } from '../../../scenario/faults/table.ts'
import type { FaultDocument } from '../../../scenario/faults/wire-fault.ts'
import { type Tone, toneOf } from '../../terminal/style.ts'
import type { Layout } from '../../terminal/table.ts'

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

/** `10:02:11.120  purchase  AUD 49.95  approved 00 Approved  1000007  Order A-1001  3 ms` */
export function exchangeLine(exchange: ExchangeSummary, { width, style }: Layout): string {
  const isNarrow = width !== undefined && width < WIDE
  const { audit, reference, rules, durationMs, ignored } = exchange
  const { text, tone } = resultOf(exchange)
  const parts = [
    style('quiet', clockText(exchange.at)),
    callOf(exchange).padEnd(isNarrow ? 10 : 16),
    (exchange.money ?? '').padStart(isNarrow ? 11 : 13),
    style(tone, printable(text)) + ' '.repeat(Math.max(0, RESULT_WIDTH - text.length)),
    String(audit ?? '').padEnd(AUDIT_WIDTH),
    ...(reference === undefined ? [] : [printable(width ? shortId(reference) : reference)]),
    ...ruleNames(rules).map((names) => style('link', printable(names))),
    ...(isNarrow ? [] : [style('quiet', spanText(durationMs))]),
  ]
  const line = parts.join('  ')
  if (ignored.length === 0) return line
  return `${line}\n${indent}${style('odd', `ignored: ${printable(ignored.join(', '))}`)}`
}

/** A narrower terminal gets closer columns, without the duration. */
export const WIDE = 100

/** That of `approved 00 Approved`; longer ones are rare. */
const RESULT_WIDTH = 20

const AUDIT_WIDTH = 7

/** `[default/card-code]`; nothing without a rule. */
export function ruleNames(rules: readonly string[]): readonly string[] {
  return rules.length === 0 ? [] : [`[${rules.join(', ')}]`]
}

const indent = ' '.repeat('10:02:11.120  '.length)

/** `10:02:11.120`, in Sydney time. */
export function clockText(at: number): string {
  return sydneyIso(at, 'milliseconds').slice(11, 23)
}

/** `blue: `, or nothing for the default world. */
export function placeText(world: string): string {
  return world === 'default' ? '' : `${world}: `
}

/** The operation, or the address if it is not part of the API. */
export function callOf({ operation, world, method, path }: ExchangeSummary): string {
  const place = placeText(world)
  return `${place}${operation?.replaceAll('_', ' ') ?? `${method} ${printable(path)}`}`
}

/** What the client got: an outcome, a refusal, or no answer. */
export function resultOf(exchange: ExchangeSummary): {
  readonly text: string
  readonly tone: Tone
} {
  const { status, refusal, fault, faultAt } = exchange
  const { outcome, code, words } = exchange
  if (exchange.failure !== undefined) {
    return { text: `${status ?? 'lost'} the sandbox failed: ${exchange.failure}`, tone: 'bad' }
  }
  // `declined 51 Insufficient funds`
  const verdict = outcome && [outcome, code, words].filter(Boolean).join(' ')
  const after = verdict === undefined ? '' : `; ${verdict}`
  // Whether money may have moved.
  const when = faultAt === 'before' ? 'before processing' : 'after commit'
  if (status === undefined) {
    const lost = fault === undefined ? 'client left' : `lost ${when} (${fault})`
    return { text: `${lost}${after}`, tone: 'bad' }
  }
  if (status >= 400) {
    const answer = [status, refusal, fault && when].filter(Boolean).join(' ')
    return { text: `${answer}${after}`, tone: status >= 500 ? 'bad' : 'odd' }
  }
  const text = verdict ?? exchange.found ?? String(status)
  return { text, tone: outcome === undefined ? 'good' : toneOf(outcome) }
}
