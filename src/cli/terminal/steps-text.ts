import { parseInstant } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { StepDocument } from '../../judge/payments/payment-document.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import { orderName } from '../../judge/payments/retry.ts'
import { statusNow } from '../../judge/payments/status-now.ts'
import { GAP, lengthOf, wrap } from './column-widths.ts'
import type { Layout } from './table.ts'

/** What a line leaves out, in this order, so that a step takes one line. */
const details = [
  'status',
  'correlation id',
  'request',
  'milliseconds',
  'label',
  'change',
  'year',
] as const

type Detail = (typeof details)[number]

/** The steps of a payment, one in each line, numbered in this order. Those of one day follow its date, unless that is today. */
export function stepsText(
  steps: readonly StepDocument[],
  { style, today, width: limit }: Pick<Layout, 'style' | 'today' | 'width'>,
): readonly string[] {
  const days = new Set(steps.map(({ at }) => momentText(at).slice(0, 10)))
  const isOneDay = days.size < 2
  const [day = ''] = days
  const drawnWithout = (count: number) =>
    drawnSteps(steps, { isOneDay, without: details.slice(0, count) })
  const count = details.findIndex((_, i) => fitsAll(drawnWithout(i), limit))
  const drawn = drawnWithout(count === -1 ? details.length : count)
  const lines = drawn.flatMap((step) => stepLines(step, limit, style))
  return isOneDay && steps.length > 0 && day !== today ? [`On ${day}:`, ...lines] : lines
}

interface DrawnStep {
  /** Number, time, operation and correlation id, as wide as those of the other steps. */
  readonly start: string
  /** The audit number and the like, followed by the gap. */
  readonly facts: string
  readonly text: string
}

interface Drawing {
  readonly isOneDay: boolean
  readonly without: readonly Detail[]
}

function drawnSteps(
  steps: readonly StepDocument[],
  { isOneDay, without }: Drawing,
): readonly DrawnStep[] {
  const day = without.includes('year') ? 5 : 0
  const from = isOneDay ? 11 : day
  const to = without.includes('milliseconds') ? 19 : 23
  const idOf = ({ correlation_id }: StepDocument) =>
    without.includes('correlation id') ? '' : shortId(correlation_id ?? '')
  const numbers = String(steps.length).length
  const kinds = width(steps.map(({ kind }) => kindText(kind)))
  const ids = width(steps.map(idOf))
  const facts = steps.map((step) => factsText(step, without))
  const widest = width(facts)
  return steps.map((step, i) => ({
    start: [
      `${String(i + 1).padStart(numbers)}. ${momentText(step.at).slice(from, to)}`,
      kindText(step.kind).padEnd(kinds),
      ...(ids === 0 ? [] : [idOf(step).padEnd(ids)]),
      '',
    ].join(GAP),
    facts: widest === 0 ? '' : `${(facts[i] ?? '').padEnd(widest)}${GAP}`,
    text: ownText(step),
  }))
}

function fitsAll(drawn: readonly DrawnStep[], limit = Number.POSITIVE_INFINITY): boolean {
  return drawn.every(({ start, facts, text }) => lengthOf(start + facts + text) <= limit)
}

/** The least room beside the facts in which words are better read than below them. */
const NARROWEST = 16

const INDENT = '    '

/** The words of a step that is too long continue below each other, without their parentheses if that saves a line. */
function stepLines(
  { start, facts, text }: DrawnStep,
  limit: number | undefined,
  style: Layout['style'],
): readonly string[] {
  const before = start + style('quiet', facts)
  const beside = (limit ?? Number.POSITIVE_INFINITY) - lengthOf(start + facts)
  const isBeside = beside >= NARROWEST
  const room = isBeside ? beside : Math.max((limit ?? 0) - INDENT.length, NARROWEST)
  const [first = '', ...more] = [text, text.replace(/ \([^()]*\)/, '')]
    .map((words) => wrap(words, room))
    .reduce((whole, brief) => (brief.length < whole.length ? brief : whole))
  const indent = isBeside ? ' '.repeat(lengthOf(start + facts)) : INDENT
  const below = more.map((line) => indent + line)
  return isBeside ? [before + first, ...below] : [before.trimEnd(), INDENT + first, ...below]
}

/** The result, without the audit number that is among the facts. */
function ownText({ text, audit }: StepDocument): string {
  return text.replace(`audit ${audit} `, '')
}

/** `order right-1, audit 1000007 approved, request 41` */
function factsText(step: StepDocument, without: readonly Detail[]): string {
  const { audit, request, order } = step
  const status = statusNow(step)
  const isSaid = without.includes(status.startsWith('now ') ? 'change' : 'status')
  const label = without.includes('label') ? '' : 'audit '
  return [
    ...(order === undefined ? [] : [orderName(order)]),
    ...(audit === undefined ? [] : [`${label}${audit} ${isSaid ? '' : status}`.trimEnd()]),
    ...(request === undefined || without.includes('request') ? [] : [`request ${request}`]),
  ].join(', ')
}

function kindText(kind: string): string {
  return kind.replaceAll('_', ' ')
}

/** `2026-03-10 12:00:00.120` in Sydney time. */
function momentText(at: string): string {
  const instant = parseInstant(at)
  const text = instant === undefined ? at : sydneyIso(instant, 'milliseconds')
  return text.slice(0, 23).replace('T', ' ')
}

function width(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(lengthOf))
}
