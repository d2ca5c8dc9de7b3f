import { moneyText } from '../../domain/money.ts'
import { parseInstant } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { StepsBlock } from '../../judge/blocks/block.ts'
import type { StepDocument } from '../../judge/payments/payment-document.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import { orderName } from '../../judge/payments/retry.ts'
import { runningSums, statusNow } from '../../judge/payments/shown-steps.ts'
import { isNarrow, lengthOf } from './flow.ts'
import { GAP, type Layout } from './table.ts'

/**
 * The steps of a payment, one in each line, numbered in this order, with what the customer has paid
 * by then. Those of one day follow its date, unless that is today.
 */
export function stepsText(
  { steps, currency, isDoubled = false }: Omit<StepsBlock, 'kind'>,
  { style, today, width }: Pick<Layout, 'style' | 'today' | 'width'>,
): readonly string[] {
  const isBrief = isNarrow(width)
  const [day = '', ...otherDays] = new Set(steps.map(({ at }) => stepMoment(at).slice(0, 10)))
  const isOneDay = otherDays.length === 0
  const columns = [
    steps.map((_, i) => `${String(i + 1).padStart(String(steps.length).length)}.`),
    steps.map(({ at }) => stepMoment(at).slice(isOneDay ? 11 : 0, isBrief ? 19 : 23)),
    steps.map(({ kind }) => kind.replaceAll('_', ' ')),
    steps.map(({ correlation_id: id }) => (isBrief ? '' : shortId(id ?? ''))),
    steps.map((step) => factsText(step, isBrief)),
  ].map(padded)
  const paid = currency === undefined ? [] : runningSums(steps)
  const sums = padded(
    paid.map((sum) => (sum ? `paid ${moneyText(sum.cents, currency ?? '')}` : '')),
  )
  const lines = steps.map((step, i) => {
    const [number, ...parts] = columns.map((column) => column[i] ?? '')
    const facts = style('quiet', parts.pop() ?? '')
    const sum = style(isDoubled && paid[i]?.isAgain ? 'bad' : 'strong', sums[i] ?? '')
    const shown = [...parts, facts, sum, ownText(step)].filter((part) => part !== '')
    return `${number} ${shown.join(GAP)}`
  })
  return isOneDay && steps.length > 0 && day !== today ? [`On ${day}:`, ...lines] : lines
}

function padded(texts: readonly string[]): readonly string[] {
  const width = Math.max(0, ...texts.map(lengthOf))
  return texts.map((text) => text.padEnd(width))
}

/** The result, without the audit number that is among the facts. */
function ownText({ text, audit }: StepDocument): string {
  return text.replace(`audit ${audit} `, '')
}

/** `order right-1, audit 1000007 approved, request 41`, or as brief as possible `order right-1, 1000007` */
function factsText(step: StepDocument, isBrief: boolean): string {
  const { audit, request, order } = step
  const status = statusNow(step)
  const isSaid = isBrief && !status.startsWith('now ')
  return [
    ...(order === undefined ? [] : [orderName(order)]),
    ...(audit === undefined
      ? []
      : [`${isBrief ? '' : 'audit '}${audit} ${isSaid ? '' : status}`.trimEnd()]),
    ...(request === undefined || isBrief ? [] : [`request ${request}`]),
  ].join(', ')
}

/** `2026-03-10 12:00:00.120` in Sydney time. */
export function stepMoment(at: string): string {
  const instant = parseInstant(at)
  const text = instant === undefined ? at : sydneyIso(instant, 'milliseconds')
  return text.slice(0, 23).replace('T', ' ')
}
