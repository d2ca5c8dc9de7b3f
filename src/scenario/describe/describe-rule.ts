import { defaultAssumptions } from '../../domain/assumptions/assumptions.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import type { GatewayFailure } from '../../domain/transaction/decision.ts'
import {
  cardResponse,
  debitReturn,
  gatewayStatusCode,
  gatewayStatusMessage,
} from '../../domain/transaction/outcome.ts'
import { creating } from '../conditions/carriers.ts'
import { conditions } from '../conditions/table.ts'
import { describeFault } from '../faults/table.ts'
import { outcomesOf, type Rule } from '../rule.ts'
import {
  asList,
  type DelayRange,
  type OutcomeDocument,
  type RateDocument,
} from '../scenario-document.ts'
import {
  chanceText,
  LATE_MS,
  milliseconds,
  parseAfter,
  parseChance,
  parseWindow,
} from '../written-values.ts'

/** What a rule does and how often, in a few words. */
export function describeRule(rule: Rule): string {
  const turns = turnWords(rule)
  if (turns === '') return choiceWords(rule)
  const isPlain = rule.outcome.one_of === undefined && rule.outcome.sequence === undefined
  return choiceWords(rule) + (isPlain ? ', ' : '; ') + turns
}

function choiceWords(rule: Rule): string {
  const all = outcomesOf(rule)
  const { one_of, sequence, then } = rule.outcome
  if (sequence !== undefined) {
    return `one after the other: ${sequence.map(describeOutcome).join('; ')}; ${endWords[then ?? 'default']}`
  }
  if (one_of === undefined) return describeOutcome(rule.outcome)
  const total = all.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const parts = all.map(({ weight = 1, ...outcome }) => {
    return `${chanceText(weight / total)} ${describeOutcome(outcome)}`
  })
  return `by chance: ${parts.join('; ')}`
}

const endWords = {
  last: 'then the last one again',
  default: 'then as usual',
  repeat: 'then from the start',
} as const

/** What a tester sees happen, in a few words. */
export function describeOutcome(outcome: OutcomeDocument): string {
  const { fault, expires, drift, headers, found } = outcome
  const wait = delayWords(outcome)
  if (fault?.at === 'before') {
    return [...wait, `${describeFault(fault)}; not processed`].join(', ')
  }
  if (outcome.delayed !== undefined) return delayedWords(outcome.delayed)
  const parts = [
    ...answerWords(outcome),
    ...moveWords(outcome),
    ...(found === undefined ? [] : ['not found']),
    ...(expires === undefined ? [] : ['expires at once']),
    ...(drift === true ? ['a valid response with undocumented values'] : []),
    ...wait,
    ...bankTimeWords(outcome),
    ...(headers === undefined ? [] : [`headers ${Object.keys(headers).join(', ')}`]),
    ...(fault === undefined ? [] : [`processed, then ${describeFault(fault)}`]),
  ]
  return parts.length === 0 ? 'approved, with a normal response' : parts.join(', ')
}

function delayedWords(delayed: NonNullable<OutcomeDocument['delayed']>): string {
  const when =
    delayed === true ? 'a search for it' : `${formatDuration(milliseconds(delayed))} have passed`
  return `no response; processed when the client has stopped waiting and after ${when}`
}

function bankTimeWords({ slow, late, undecided }: OutcomeDocument): readonly string[] {
  const ms = late === true ? LATE_MS : milliseconds(late ?? '0s')
  return [
    ...(slow === undefined
      ? []
      : [`decided at once, responded after ${formatDuration(milliseconds(slow))}`]),
    ...(late === undefined
      ? []
      : [`no response; decided ${formatDuration(ms)} after the client has stopped waiting`]),
    ...(undecided === undefined
      ? []
      : [
          `${undecided.as} first, decided after ${formatDuration(parseWindow(undecided.for) ?? 0)}`,
        ]),
  ]
}

function delayWords({ delay }: OutcomeDocument): readonly string[] {
  if (delay === undefined) return []
  const bounds: Partial<DelayRange> = typeof delay === 'string' ? { min: delay } : delay
  const words = Object.values(bounds).map((one) => formatDuration(milliseconds(one)))
  return [`response after ${words.join(' to ')}`]
}

function answerWords(outcome: OutcomeDocument): readonly string[] {
  const { response_code: code, response_message: message, kvps, resolves } = outcome
  const { gateway_status_code: gateway, expires } = outcome
  // An outcome with later moves but no status is that of a direct debit, which is pending first.
  const usual = isReturned(outcome) ? undefined : resolves ? 'pending' : expires && 'approved'
  const status = outcome.status ?? (code === undefined ? usual : undefined)
  const stays = resolves && asList(resolves).length === 0 ? 'stays ' : ''
  return [
    ...(code === undefined && status !== undefined ? [`${stays}${status}`] : []),
    ...(code === undefined ? [] : [bankWords(status, code)]),
    ...(gateway === undefined ? [] : [gatewayWords(gateway)]),
    ...(message === undefined ? [] : [`message "${message}"`]),
    ...(kvps === undefined ? [] : [`KVPs ${Object.keys(kvps).join(', ')}`]),
  ]
}

const derived: Readonly<Record<string, string>> = {
  'from-amount': "the amount's last two digits",
  'from-pan': "the card's last two digits",
  'from-bsb': "the BSB's last digit",
}

/** Whether the bank returns a debit, and nothing else happens to it. */
function isReturned({ status, resolves }: OutcomeDocument): boolean {
  const [move, ...others] = resolves === undefined ? [] : asList(resolves)
  if (move === undefined || others.length > 0 || status !== undefined) return false
  return parseAfter(move.after)?.kind === 'return' && move.status === 'declined'
}

function bankWords(status: string | undefined, code: string): string {
  const source = derived[code]
  if (source !== undefined) {
    return status === undefined
      ? `the bank's code is ${source}`
      : `${status} with ${source} as its code`
  }
  const isReturn = code.length === 1
  const meant = isReturn ? 'declined' : cardResponse(code).status
  const message = isReturn ? debitReturn(code).message : cardResponse(code).message
  return `${status ?? meant} ${code} (${message})`
}

/** `code 1 (Invalid BSB number)`: why the bank returned a debit. */
function reasonWords(code: string): string {
  const source = derived[code]
  return source === undefined
    ? `code ${code} (${debitReturn(code).message})`
    : `${source} as its code`
}

function gatewayWords(given: number | GatewayFailure): string {
  const code = gatewayStatusCode(given, defaultAssumptions)
  return `gateway status ${code} (${gatewayStatusMessage(code, defaultAssumptions)})`
}

function moveWords(outcome: OutcomeDocument): readonly string[] {
  const { resolves, response_code: code } = outcome
  if (resolves === undefined) return []
  const moves = asList(resolves)
  if (moves.length === 0) return code === undefined ? [] : ['no later change']
  const [{ response_code: reason } = {}] = moves
  if (isReturned(outcome) && reason !== undefined) return [`returned with ${reasonWords(reason)}`]
  return moves.map(({ after, status, response_code }) => {
    const what = response_code === undefined ? status : bankWords(status, response_code)
    return `then ${what} ${momentWords(after)}`
  })
}

function momentWords(written: string): string {
  const after = parseAfter(written)
  switch (after?.kind) {
    case undefined:
      return `after ${written}`
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

/** `every 3rd, at most 5 times`: which matching requests a rule applies to. Empty: all. */
function turnWords({
  times,
  skip = 0,
  every,
  chance,
  per,
  counts,
  ...window
}: Omit<Rule, 'name' | 'when' | 'outcome'>): string {
  const counting = [
    ...(skip === 0 ? [] : [`after the first${skip === 1 ? '' : ` ${skip}`}`]),
    ...(every === undefined ? [] : [`every ${ordinal(every)}`]),
    ...(chance === undefined ? [] : [`${chanceText(parseChance(chance) ?? 1)} of the time`]),
    ...(times === undefined ? [] : [times === 1 ? 'once' : `at most ${times} times`]),
  ]
  const separately = [
    ...windowWords(window),
    ...(per === undefined ? [] : [`per ${per}`]),
    ...(counts === undefined || counting.length === 0 ? [] : ['in the whole run']),
  ]
  return [...counting, ...separately].join(counting.length === 1 ? ' ' : ', ')
}

/** `for 30s from the first match` */
export function windowWords({
  for: window,
  since,
}: Pick<Rule, 'for' | 'since'>): readonly string[] {
  if (window === undefined) return []
  const start = since === 'first-match' ? 'the first match' : 'the load'
  return [`for ${formatDuration(parseWindow(window) ?? 0)} from ${start}`]
}

/** `1st`, `2nd`, `3rd`, `11th` */
export function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${isTeen ? 'th' : (ordinalEndings[number % 10] ?? 'th')}`
}

const ordinalEndings: readonly (string | undefined)[] = [undefined, 'st', 'nd', 'rd']

/** `operation purchase, amount from 50000`: the conditions of a rule in words. */
export function whenText(when: object): string {
  const parts = Object.entries(when).map(([key, value]) => conditionText(key, value))
  return parts.length === 0 ? 'always' : parts.join(', ')
}

function conditionText(key: string, value: unknown): string {
  if (key === 'not') return excludedText(value as object)
  if (key === 'rate') return conditions.rate.patterns(value as RateDocument).join('')
  if (value === '*') return `any ${key}`
  if (key !== 'operation' || !Array.isArray(value)) return `${key} ${valueText(key, value)}`
  return creating.every((name) => value.includes(name)) ? 'transactions' : valueText(key, value)
}

/** None of them may hold. */
function excludedText(excluded: object): string {
  return Object.entries(excluded)
    .map(([key, value]) => `not ${conditionText(key, value)}`)
    .join(', ')
}

/** Of a long list, only the beginning is shown. */
const MOST_VALUES = 20

function valueText(key: string, value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_VALUES).join(' or ')
    return value.length > MOST_VALUES ? `${shown} or ${value.length - MOST_VALUES} others` : shown
  }
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${nameText(key, name)}${valueText(name, inner)}`)
    .join(' ')
}

/** Only an amount is a range: a KVP may have any key. */
function nameText(key: string, name: string): string {
  if (key !== 'amount') return `${name}=`
  return name === 'min' ? 'from ' : 'to '
}
