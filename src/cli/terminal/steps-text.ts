import { parseInstant } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { StepDocument } from '../../insight/payments/payment-document.ts'
import { shortId } from '../../insight/payments/payment-view.ts'
import { orderName } from '../../insight/payments/retry.ts'
import { statusNow } from '../../insight/payments/status-now.ts'
import type { Layout } from './table.ts'

/** The steps of a payment, one in each line, numbered in this order. Those of one day follow its date, unless that is today. */
export function stepsText(
  steps: readonly StepDocument[],
  { style, today }: Pick<Layout, 'style' | 'today'>,
): readonly string[] {
  const kinds = width(steps.map(({ kind }) => kindText(kind)))
  const ids = width(steps.map(({ correlation_id }) => shortId(correlation_id ?? '')))
  const texts = width(steps.map(({ text }) => text))
  const numbers = String(steps.length).length
  const [day = '', other] = new Set(steps.map(({ at }) => momentText(at).slice(0, 10)))
  const isOneDay = other === undefined
  const lines = steps.map((step, i) => {
    const { kind, correlation_id, text } = step
    const facts = factsText(step)
    const columns = [
      `${String(i + 1).padStart(numbers)}. ${momentText(step.at).slice(isOneDay ? 11 : 0)}`,
      kindText(kind).padEnd(kinds),
      ...(ids === 0 ? [] : [shortId(correlation_id ?? '').padEnd(ids)]),
      facts === '' ? text : text.padEnd(texts),
      ...(facts === '' ? [] : [style('quiet', facts)]),
    ]
    return columns.join('  ')
  })
  return isOneDay && day !== today ? [`On ${day}:`, ...lines] : lines
}

/** `order right-1, audit 1000007 approved, request 41` */
function factsText(step: StepDocument): string {
  const { audit, request, order } = step
  return [
    ...(order === undefined ? [] : [orderName(order)]),
    ...(audit === undefined ? [] : [`audit ${audit} ${statusNow(step)}`.trimEnd()]),
    ...(request === undefined ? [] : [`request ${request}`]),
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

/** Longer than our own texts; the message of a refusal may exceed it. */
const WIDEST = 120

function width(texts: readonly string[]): number {
  return Math.min(Math.max(0, ...texts.map(({ length }) => length)), WIDEST)
}
