import { printable } from '../../../document/printable.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import { type Style, type Tone, toneOf } from '../../terminal/style.ts'

/** The facts of both bodies that fit in a line. */
export interface BodyFacts {
  readonly money: string | undefined
  readonly reference: string | undefined
  /** The bank's response code and message. */
  readonly code: string | undefined
  readonly words: string | undefined
  /** The error code of a refusal, and the member it is about. */
  readonly refusal: string | undefined
  /** The number of results of a list: `2 found`. */
  readonly found: string | undefined
}

/** The facts about a call that fit in a line, all masked already. */
export interface ExchangeSummary extends BodyFacts {
  readonly world: string
  /** Sandbox time. */
  readonly at: number
  /** Undefined: the call matched no operation. */
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  /** Undefined: no complete answer was sent. */
  readonly status: number | undefined
  /** The status of the transaction. */
  readonly outcome: string | undefined
  readonly audit: number | undefined
  /** The kind of fault on the wire, and whether it came before or after processing. */
  readonly fault: string | undefined
  readonly faultAt: 'before' | 'after' | undefined
  /** All rules that shaped the answer. */
  readonly rules: readonly string[]
  /** Members of the request that the API does not have. */
  readonly ignored: readonly string[]
  readonly durationMs: number
}

/** `10:02:11.120  purchase  AUD 49.95  approved 00 Approved  1000007  Order A-1001  3 ms` */
export function exchangeLine(exchange: ExchangeSummary, style: Style): string {
  const { audit, reference, rules, durationMs, ignored } = exchange
  const { text, tone } = resultOf(exchange)
  const parts = [
    style('quiet', clockText(exchange.at)),
    callOf(exchange).padEnd(16),
    (exchange.money ?? '').padStart(13),
    style(tone, printable(text)),
    ...(audit === undefined ? [] : [String(audit)]),
    ...(reference === undefined ? [] : [printable(reference)]),
    ...(rules.length === 0 ? [] : [style('link', `[${printable(rules.join(', '))}]`)]),
    style('quiet', `${Math.round(durationMs)} ms`),
  ]
  const line = parts.join('  ')
  if (ignored.length === 0) return line
  return `${line}\n${indent}${style('odd', `ignored: ${printable(ignored.join(', '))}`)}`
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
function callOf({ operation, world, method, path }: ExchangeSummary): string {
  const place = placeText(world)
  return `${place}${operation?.replaceAll('_', ' ') ?? `${method} ${printable(path)}`}`
}

/** What the client got: an outcome, a refusal, or no answer. */
export function resultOf(exchange: ExchangeSummary): {
  readonly text: string
  readonly tone: Tone
} {
  const { status, refusal, fault, faultAt } = exchange
  if (status === undefined) {
    return { text: joined([lostText(fault, faultAt), verdictText(exchange)]), tone: 'bad' }
  }
  if (status >= 400) {
    const place = fault === undefined ? '' : ` ${whenText(faultAt)}`
    const answer = `${status}${refusal === undefined ? '' : ` ${refusal}`}${place}`
    return { text: joined([answer, verdictText(exchange)]), tone: status >= 500 ? 'bad' : 'odd' }
  }
  const { outcome } = exchange
  const text = verdictText(exchange) ?? exchange.found ?? String(status)
  return { text, tone: outcome === undefined ? 'good' : toneOf(outcome) }
}

/** `lost after commit (reset)`: no answer, and whether money may have moved. */
function lostText(fault: string | undefined, at: ExchangeSummary['faultAt']): string {
  return fault === undefined ? 'client left' : `lost ${whenText(at)} (${fault})`
}

function whenText(at: ExchangeSummary['faultAt']): string {
  return at === 'before' ? 'before processing' : 'after commit'
}

/** `declined 51 Insufficient funds` */
function verdictText({ outcome, code, words }: ExchangeSummary): string | undefined {
  if (outcome === undefined) return undefined
  return [outcome, code, words].filter((part) => part !== undefined && part !== '').join(' ')
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('; ')
}
