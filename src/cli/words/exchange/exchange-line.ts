import { counted, spanText } from '../../../base/text/counted.ts'
import { printable } from '../../../base/text/printable.ts'
import type { RequestResponse } from '../../../control/contract/calls/requests.ts'
import { eventsText } from '../../../control/facts/move-words.ts'
import { operationText, shownResult, subjectOf } from '../../../control/facts/request-words.ts'
import { moneyText } from '../../../domain/money.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import type { FiredEvent, WorldEvent } from '../../../gateway/world/events.ts'
import { shortId } from '../../../judge/payments/payment-view.ts'
import { isNarrow } from '../../terminal/flow.ts'
import { inTone, type Style } from '../../terminal/style.ts'
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
  const { text: long, short = long, meaning } = shownResult(request)
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
function clockText(at: number): string {
  return sydneyIso(at, 'milliseconds').slice(11, 23)
}

/** `blue: `, or nothing for the default world. */
export function worldLabel(world: string): string {
  return world === 'default' ? '' : `${world}: `
}

type ScenarioEvent = Extract<WorldEvent, { type: 'scenario' }>

/** A line for a change made through the control API; undefined if there is nothing to say. */
export function eventLine(
  event: WorldEvent,
  { world, now }: { readonly world: string; readonly now: number },
  style: Style,
): string | undefined {
  const text = eventText(event)
  return text && `${style('quiet', clockText(now))}  ${worldLabel(world)}${style('strong', text)}`
}

function eventText(event: WorldEvent): string | undefined {
  switch (event.type) {
    case 'clock':
      return `clock ${event.mode}, ${sydneyIso(event.now, 'seconds')} in Sydney${firedText(event.fired)}`
    case 'scenario':
      return scenarioText(event)
    // Each request has its own line, which includes its transaction.
    case 'request':
    case 'late_request':
    case 'transaction':
      return undefined
  }
}

const states = {
  reset: 'reset; ',
  imported: 'state imported; ',
  restored: 'snapshot loaded; ',
} as const

/** How many rules are listed by name. */
const MOST_NAMED = 5

/** `temporary rules added: broke, slow`, or `reset; scenarios, highest priority first: default` */
function scenarioText({ scenarios, state, temporaryRules }: ScenarioEvent): string {
  if (temporaryRules === undefined) {
    const what = state === undefined ? '' : states[state]
    return `${what}scenarios, highest priority first: ${scenarios.join(', ') || 'none'}`
  }
  const { change, names } = temporaryRules
  if (names.length > MOST_NAMED) return `${counted(names.length, 'temporary rule')} ${change}`
  return `temporary ${names.length === 1 ? 'rule' : 'rules'} ${change}: ${names.join(', ')}`
}

/** `; 3 debits cleared and 1 debit was returned` */
function firedText(fired: readonly FiredEvent[]): string {
  return fired.length === 0 ? '' : `; ${eventsText(fired, 'happened')}`
}
