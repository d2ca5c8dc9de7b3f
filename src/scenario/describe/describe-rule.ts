import { defaultAssumptions } from '../../domain/assumptions/assumptions.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import {
  cardResponse,
  debitReturn,
  gatewayStatusCode,
  gatewayStatusMessage,
} from '../../domain/transaction/outcome.ts'
import type { GatewayFailure } from '../../domain/transaction/verdict.ts'
import { describeFault } from '../faults/table.ts'
import type { After, Rule, RuleOutcome } from '../rule.ts'
import { chanceText } from '../written-values.ts'

/** What a rule does and how often, in a few words. */
export function describeRule(rule: Rule): string {
  const turns = turnWords(rule)
  if (turns === '') return choiceWords(rule)
  return choiceWords(rule) + (rule.oneOf === undefined ? ', ' : '; ') + turns
}

function choiceWords(rule: Rule): string {
  if (rule.oneOf === undefined) return describeOutcome(rule.outcome)
  const total = rule.oneOf.reduce((sum, { weight }) => sum + weight, 0)
  const parts = rule.oneOf.map(
    ({ weight, outcome }) => `${chanceText(weight / total)} ${describeOutcome(outcome)}`,
  )
  return `by chance: ${parts.join('; ')}`
}

/**
 * What a tester sees happen, in a few words.
 * @internal Exported for tests.
 */
export function describeOutcome(outcome: RuleOutcome): string {
  const { fault, expires, drift, headers } = outcome
  const wait = delayWords(outcome)
  if (fault?.at === 'before') {
    return [...wait, `${describeFault(fault)}; not processed`].join(', ')
  }
  const parts = [
    ...answerWords(outcome),
    ...moveWords(outcome),
    ...(expires === undefined ? [] : ['expires at once']),
    ...(drift === true ? ['valid but undocumented values'] : []),
    ...wait,
    ...(headers === undefined ? [] : [`headers ${Object.keys(headers).join(', ')}`]),
    ...(fault === undefined ? [] : [`processed, then ${describeFault(fault)}`]),
  ]
  return parts.length === 0 ? 'approved and answered normally' : parts.join(', ')
}

function delayWords({ delayMs, delayMaxMs }: RuleOutcome): readonly string[] {
  if (delayMs === undefined) return []
  const most = delayMaxMs === undefined ? '' : ` to ${formatDuration(delayMaxMs)}`
  return [`answered after ${formatDuration(delayMs)}${most}`]
}

function answerWords(outcome: RuleOutcome): readonly string[] {
  const { responseCode, responseMessage, gatewayStatusCode, kvps, resolves } = outcome
  // An outcome with later moves but no status is that of a direct debit, which is pending first.
  const status = outcome.status ?? (resolves && responseCode === undefined ? 'pending' : undefined)
  const stays = resolves?.length === 0 ? 'stays ' : ''
  return [
    ...(responseCode === undefined && status !== undefined ? [`${stays}${status}`] : []),
    ...(responseCode === undefined ? [] : [bankWords(status, responseCode)]),
    ...(gatewayStatusCode === undefined ? [] : [gatewayWords(gatewayStatusCode)]),
    ...(responseMessage === undefined ? [] : [`message "${responseMessage}"`]),
    ...(kvps === undefined ? [] : [`KVPs ${Object.keys(kvps).join(', ')}`]),
  ]
}

const derived: Readonly<Record<string, string>> = {
  'from-amount': 'the cents',
  'from-pan': "the card's last two digits",
  'from-bsb': "the BSB's last digit",
}

function bankWords(status: string | undefined, code: string): string {
  const source = derived[code]
  if (source !== undefined) {
    return status === undefined ? `the bank answers ${source}` : `${status} with ${source}`
  }
  const isReturn = code.length === 1
  const meant = isReturn ? 'declined' : cardResponse(code).status
  const message = isReturn ? debitReturn(code).message : cardResponse(code).message
  return `${status ?? meant} ${code} (${message})`
}

function gatewayWords(given: number | GatewayFailure): string {
  const code = gatewayStatusCode(given, defaultAssumptions)
  return `gateway status ${code} (${gatewayStatusMessage(code, defaultAssumptions)})`
}

function moveWords({ resolves, responseCode: code }: RuleOutcome): readonly string[] {
  if (resolves === undefined) return []
  if (resolves.length === 0) return code === undefined ? [] : ['no later change']
  return resolves.map(({ after, status, responseCode }) => {
    const what = responseCode === undefined ? status : bankWords(status, responseCode)
    return `then ${what} ${momentWords(after)}`
  })
}

function momentWords(after: After): string {
  switch (after.kind) {
    case 'elapsed':
      return `after ${formatDuration(after.ms)}`
    case 'banking-days':
      return `after ${after.days} banking days`
    case 'after-lodging':
      return `${after.days} banking days after lodging`
    case 'return':
      return 'when banks return debits'
    case 'clearance':
      return 'when debits clear'
  }
}

/** `every 3rd, at most 5 times`: which matching requests a rule shapes. Empty: all. */
function turnWords({
  times,
  skip = 0,
  every,
  chance,
  per,
  counts,
  window,
}: Omit<Rule, 'name' | 'when' | 'outcome'>): string {
  const counting = [
    ...(skip === 0 ? [] : [`after the first${skip === 1 ? '' : ` ${skip}`}`]),
    ...(every === undefined ? [] : [`every ${ordinal(every)}`]),
    ...(chance === undefined ? [] : [`${chanceText(chance)} of the time`]),
    ...(times === undefined ? [] : [times === 1 ? 'once' : `at most ${times} times`]),
  ]
  const separately = [
    ...windowWords({ window }),
    ...(per === undefined ? [] : [`per ${per}`]),
    ...(counts === undefined || counting.length === 0 ? [] : ['in the whole run']),
  ]
  return [...counting, ...separately].join(counting.length === 1 ? ' ' : ', ')
}

/** `for 30s from the first match` */
export function windowWords({
  window,
}: {
  readonly window?: Rule['window'] | undefined
}): readonly string[] {
  if (window === undefined) return []
  const start = window.since === 'load' ? 'the load' : 'the first match'
  return [`for ${formatDuration(window.ms)} from ${start}`]
}

/** `1st`, `2nd`, `3rd`, `11th` */
export function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${isTeen ? 'th' : (ordinalEndings[number % 10] ?? 'th')}`
}

const ordinalEndings: readonly (string | undefined)[] = [undefined, 'st', 'nd', 'rd']
