import { printable } from '../../../document/printable.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import { type ExchangeSummary, resultOf } from '../../../fields/request-words.ts'
import { spanText } from '../../../insight/counted.ts'
import { shortId } from '../../../insight/stories/story-view.ts'
import { inTone } from '../../terminal/style.ts'
import type { Layout } from '../../terminal/table.ts'

/** `10:02:11.120  purchase  AUD 49.95  approved 00 Approved  1000007  Order A-1001  3 ms` */
export function exchangeLine(exchange: ExchangeSummary, { width, style }: Layout): string {
  const isNarrow = width !== undefined && width < WIDE
  const { audit, reference, rules, durationMs, ignored } = exchange
  const { text, meaning } = resultOf(exchange)
  const parts = [
    style('quiet', clockText(exchange.at)),
    callOf(exchange).padEnd(isNarrow ? 10 : 16),
    (exchange.money ?? '').padStart(isNarrow ? 11 : 13),
    inTone(style, meaning, printable(text)) + ' '.repeat(Math.max(0, RESULT_WIDTH - text.length)),
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
const WIDE = 100

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
function callOf({ operation, world, method, path }: ExchangeSummary): string {
  const place = placeText(world)
  return `${place}${operation?.replaceAll('_', ' ') ?? `${method} ${printable(path)}`}`
}
