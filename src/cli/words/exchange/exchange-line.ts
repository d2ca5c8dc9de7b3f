import { spanText } from '../../../base/text/counted.ts'
import { printable } from '../../../base/text/printable.ts'
import type { RequestResponse } from '../../../control/contract/calls/requests.ts'
import { operationText, resultOf, subjectOf } from '../../../control/facts/request-words.ts'
import { moneyText } from '../../../domain/money.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import { shortId } from '../../../judge/payments/payment-view.ts'
import { isNarrow } from '../../terminal/flow.ts'
import { inTone } from '../../terminal/style.ts'
import type { Layout } from '../../terminal/table.ts'

/** `10:02:11.120  purchase  AUD 49.95  1000007  approved 00 Approved  A-1001  3 ms`, in a narrow terminal without what matters least. */
export function exchangeLine(
  request: RequestResponse,
  world: string,
  { width, style }: Layout,
): string {
  const { audit, rules, duration } = request
  const { amount, currency, reference } = subjectOf(request)
  const isBrief = isNarrow(width)
  const money = amount === undefined ? '' : moneyText(amount, currency)
  const call = `${worldLabel(world)}${printable(operationText(request))}`
  const { text: long, short = long, meaning } = resultOf(request)
  const text = printable(isBrief ? short : long)
  const result = inTone(style, meaning, text)
  const line = [
    style('quiet', clockText(Date.parse(request.at))),
    call.padEnd(isBrief ? 10 : 16),
    money.padStart(isBrief ? 11 : 13),
    String(audit ?? '').padEnd(AUDIT_WIDTH),
    result + ' '.repeat(Math.max(0, (isBrief ? SHORT_WIDTH : RESULT_WIDTH) - text.length)),
    ...(reference === undefined ? [] : [printable(width ? shortId(reference) : reference)]),
    ...ruleNames(rules).map((names) => style('link', printable(names))),
    ...(isBrief ? [] : [style('quiet', spanText(duration))]),
  ]
    .join('  ')
    .trimEnd()
  const { unknown_fields: ignored } = request.request
  if (ignored.length === 0) return line
  return `${line}\n${indent}${style('odd', `ignored: ${printable(ignored.join(', '))}`)}`
}

/** That of `approved 00 Approved`; longer ones are rare. */
const RESULT_WIDTH = 20

/** That of `approved`. */
const SHORT_WIDTH = 8

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
export function worldLabel(world: string): string {
  return world === 'default' ? '' : `${world}: `
}
