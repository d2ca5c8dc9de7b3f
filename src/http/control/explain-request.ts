import { given } from '../../base/plain-object.ts'
import { cardType, isPan, isVirtualPan, maskPan } from '../../base/redaction/card-number.ts'
import { hasCardNumber, redactText } from '../../base/redaction/redacted.ts'
import { holidayNote } from '../../control/calls/clock.ts'
import type { ExplainResponse } from '../../control/contract/calls/scenarios.ts'
import { ruleAnswer } from '../../control/representation/rule-representation.ts'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { maskAccountNumber } from '../../domain/bank-account.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { RequestProblem, requestProblem } from '../../gateway/wire/request-problem.ts'
import type { World } from '../../gateway/world/world.ts'
import { asking, creating } from '../../scenario/conditions/carriers.ts'
import { type Explanation, explain } from '../../scenario/describe/explain.ts'
import { carries } from '../../scenario/matching/carrying.ts'
import { contradictions, otherCardType } from '../../scenario/matching/contradictions.ts'
import { ALL_LAYERS, DELIVERY, VERDICT } from '../../scenario/matching/layers.ts'
import type { Facts } from '../../scenario/rule.ts'
import { type Explained, impliedMethod } from '../contract/control/explain-request.ts'
import { referredFacts } from './described-payment.ts'

/** Explains which rules apply to a described request, or applied to a recorded one. */
export function explainRequest(world: World, body: Explained): ExplainResponse {
  return 'request' in body ? recorded(world, body.request) : described(world, body)
}

/** What was kept with the request when it was made, whatever rules are active by now. */
function recorded(world: World, id: number): ExplainResponse {
  const entry = world.history.find(id)
  if (entry === undefined) {
    throw requestProblem('not_found', `There is no recorded request ${id}`, ['body', 'request'])
  }
  if (entry.operation === undefined) {
    const message = `Request ${id} was not for an operation, so no rule applied`
    throw requestProblem('not_found', message, ['body', 'request'])
  }
  const { decided = [], tried = [] } = entry.considered ?? {}
  const active = new Map(world.rules.book.entries.map(({ rule }) => [rule.id, rule]))
  const rules = decided.flatMap(({ id: ruleId, layers }) => {
    const rule = active.get(ruleId)
    return rule === undefined ? [] : [{ ...ruleAnswer(world, rule), layers }]
  })
  const gone = entry.rules.filter((rule) => !active.has(rule))
  const first = active.get(rules[0]?.id ?? '')
  const rule = first === undefined ? null : ruleAnswer(world, first)
  return { rule, rules, tried, gone, assumed: {} }
}

function described(world: World, body: Facts): ExplainResponse {
  refuseNumbers(body, world.environment.assumptions)
  refuseContradictions(body, world.environment.assumptions)
  const referred = referredFacts(world, body)
  const assumed = referred === undefined ? assumedFor(body) : {}
  const { calendar, fingerprint } = world.environment
  const now = body.now ?? world.now()
  const card = body.pan && fingerprint(body.pan)
  const own = { ...factsOf(body), ...given({ card }), ...assumed, ...redactedMethod(body) }
  // An update of a token may have new details; a payment has those that are stored.
  const paid = body.operation === 'token_update' ? { ...referred, ...own } : { ...own, ...referred }
  const facts = { ...paid, ...headerOf(body), ...searchedFact(body, referred), now, calendar }
  const { countOf } = world.rules
  const open = creating.includes(body.operation) ? ALL_LAYERS : DELIVERY | VERDICT
  const context = { countOf, seed: world.seed, fingerprint, open }
  const explanation = explain(world.rules.book, facts, context)
  const answer = answerOf(world, explanation, assumed, now)
  if (!textsIn(body).some(hasCardNumber)) return answer
  // Rules see the texts as they are sent, so only the reasons are redacted.
  const tried = answer.tried.map((one) => ({ ...one, reason: redactText(one.reason) }))
  return { ...answer, tried }
}

/** Names of headers have no case. */
function headerOf({ header = {} }: Facts): Partial<Facts> {
  const named = Object.entries(header).map(([name, value]) => [name.toLowerCase(), value])
  return { header: Object.fromEntries(named) }
}

/** The free texts of a described request. */
function textsIn({ reference = '', customer_reference = '', kvp = {}, ...facts }: Facts) {
  const { correlation_id = '', token_name = '' } = facts
  return [reference, customer_reference, correlation_id, token_name, ...Object.values(kvp)]
}

/** Checked here because the assumptions decide which numbers are virtual. */
function refuseNumbers({ pan, virtual_pan }: Facts, assumptions: Assumptions): void {
  if (pan !== undefined && !isVirtualPan(pan, assumptions) && !isPan(pan)) {
    throw requestProblem('invalid_pan', 'Fails the Luhn check', ['body', 'pan'])
  }
  if (virtual_pan === undefined || isVirtualPan(virtual_pan, assumptions)) return
  const message = `Must begin with ${assumptions.virtual_pan.first_digit}`
  throw requestProblem('invalid_pan', message, ['body', 'virtual_pan'])
}

/** Refuses fields that no request has together. */
function refuseContradictions(body: Facts, assumptions: Assumptions): void {
  // Every request may have any header.
  const when = given({ ...body, header: undefined })
  // The card behind a virtual PAN may be of any type.
  const isVirtual = body.pan !== undefined && isVirtualPan(body.pan, assumptions)
  const found = [...contradictions(when), ...(isVirtual ? [] : otherCardType(when))]
  if (found.length === 0) return
  throw new RequestProblem(
    found.map(({ name, reason }) => ({
      code: 'invalid_format',
      message: `Cannot be in a request: ${reason}`,
      location: ['body', name],
    })),
  )
}

function answerOf(
  world: World,
  { decided, tried }: Explanation,
  assumed: ExplainResponse['assumed'],
  now: Instant,
): ExplainResponse {
  const rules = decided.map(({ rule, layers, next }) => ({
    ...ruleAnswer(world, rule),
    layers,
    ...given({ next }),
  }))
  const [first] = decided
  return {
    rule: first === undefined ? null : ruleAnswer(world, first.rule),
    rules,
    tried,
    gone: [],
    assumed,
    ...holidayNote(world, now),
  }
}

/** Operations that see cards and accounts only redacted. */
const redactedOperations: readonly string[] = [
  ...['completion', 'refund', 'void', 'lookup', 'search', 'token_lookup', 'token_delete'],
]

function redactedMethod({ operation, pan, account_number, virtual_pan }: Facts): Partial<Facts> {
  if (!redactedOperations.includes(operation) && virtual_pan === undefined) return {}
  return given({
    pan: pan && maskPan(pan),
    account_number: account_number && maskAccountNumber(account_number),
  })
}

/** A payment needs a method; a card is the most common. */
function assumedFor(body: Facts): ExplainResponse['assumed'] {
  const isReported = (body.method ?? impliedMethod(body)) !== undefined
  return isReported || !carries(body.operation, 'method') ? {} : { method: 'card' }
}

/** A described lookup or search finds something if it has the number of a transaction. */
function searchedFact(
  { operation, audit }: Facts,
  stored: Partial<Facts> | undefined,
): Partial<Facts> {
  const isFound = audit !== undefined || stored !== undefined
  return asking.includes(operation) && !isFound ? { findsNothing: true } : {}
}

/** Adds the facts that the details imply. */
function factsOf(body: Facts): Facts {
  const method = body.method ?? impliedMethod(body)
  const card_type = body.card_type ?? (body.pan === undefined ? undefined : cardType(body.pan))
  return { ...body, ...given({ method, card_type }) }
}
