import { spanText } from '../../../base/text/counted.ts'
import { printable } from '../../../base/text/printable.ts'
import type { RequestResponse } from '../../../control/contract/calls/requests.ts'
import { operationText, resultOf, subjectOf } from '../../../control/fields/request-words.ts'
import { moneyText } from '../../../domain/money.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import { shortId } from '../../../judge/payments/payment-view.ts'
import { lengthOf } from '../../terminal/column-widths.ts'
import { inTone, type Tone } from '../../terminal/style.ts'
import type { Layout } from '../../terminal/table.ts'

/** `10:02:11.120  purchase  AUD 49.95  1000007  approved 00 Approved  Order A-1001  3 ms`: on one line, with as much as fits. */
export function exchangeLine(request: RequestResponse, world: string, layout: Layout): string {
  const { width = Number.POSITIVE_INFINITY, style } = layout
  const label = worldLabel(world)
  const plain = { ...layout, style: (_tone: Tone, text: string) => text }
  const saving =
    savings.find((one) => lengthOf(lineOf(label, request, plain, one)) <= width) ?? savings.at(-1)
  const line = lineOf(label, request, layout, saving ?? {})
  const { unknown_fields: ignored } = request.request
  if (ignored.length === 0) return line
  return `${line}\n${indent}${style('odd', `ignored: ${printable(ignored.join(', '))}`)}`
}

/** What a line leaves out, step by step. */
interface Saving {
  readonly hasDuration?: false
  readonly isShort?: true
  readonly isClose?: true
  readonly hasTime?: false
}

const savings: readonly Saving[] = [
  {},
  { hasDuration: false },
  { hasDuration: false, isShort: true },
  { hasDuration: false, isShort: true, isClose: true },
  { hasDuration: false, isShort: true, isClose: true, hasTime: false },
]

function lineOf(
  label: string,
  request: RequestResponse,
  { width, style }: Layout,
  saving: Saving,
): string {
  const { audit, rules, duration } = request
  const { amount, currency, reference } = subjectOf(request)
  const money = amount === undefined ? '' : moneyText(amount, currency)
  const call = `${label}${printable(operationText(request))}`
  const { text: long, short = long, meaning } = resultOf(request)
  const text = saving.isShort ? short : long
  const room = (size: number) => (saving.isClose ? 0 : size)
  const result = inTone(style, meaning, printable(text))
  const rest = saving.isShort ? SHORT_WIDTH : RESULT_WIDTH
  const parts = [
    ...(saving.hasTime === false ? [] : [style('quiet', clockText(Date.parse(request.at)))]),
    call.padEnd(room(width === undefined || width >= WIDE ? 16 : 10)),
    money.padStart(room(width === undefined || width >= WIDE ? 13 : 11)),
    String(audit ?? '').padEnd(room(AUDIT_WIDTH)),
    result + ' '.repeat(Math.max(0, room(rest) - text.length)),
    ...(reference === undefined ? [] : [printable(width ? shortId(reference) : reference)]),
    ...ruleNames(rules).map((names) => style('link', printable(names))),
    ...(saving.hasDuration === false ? [] : [style('quiet', spanText(duration))]),
  ]
  return parts
    .filter((part) => part !== '')
    .join('  ')
    .trimEnd()
}

/** A narrower terminal gets closer columns. */
const WIDE = 100

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
