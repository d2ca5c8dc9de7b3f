import type { IncomingMessage } from 'node:http'
import { inBatches } from '../base/in-batches.ts'
import { given } from '../base/plain-object.ts'
import { keyedText } from '../base/redaction/redacted.ts'
import { contextAt } from '../domain/command-context.ts'
import { Problem } from '../domain/problem.ts'
import { formatDuration } from '../domain/time/duration.ts'
import { type Call, checkedRequest, correlationOf, type UserCall } from '../gateway/wire/call.ts'
import type { ApiOperation } from '../gateway/wire/operation.ts'
import { API, fillPath } from '../gateway/wire/paths.ts'
import { redactedRequest } from '../gateway/wire/pipeline/record/redacted-request.ts'
import { refusalResponse, underGatewayCodes } from '../gateway/wire/problem-response.ts'
import { requestProblem } from '../gateway/wire/request-problem.ts'
import type { World } from '../gateway/world/world.ts'
import type { Exchange } from '../record/exchange.ts'
import { describeRule } from '../scenario/describe/describe-rule.ts'
import { unseen } from '../scenario/matching/counting.ts'
import type { ScenarioRule } from '../scenario/rule.ts'
import { chanceText, parseChance, parseWindow } from '../scenario/written-values.ts'
import { holidayNote } from './calls/clock.ts'
import type {
  ExplainResponse,
  RuleResponse,
  ScenariosResponse,
} from './contract/calls/scenarios.ts'
import type { DescribedRequest, ExplainedRequest } from './contract/explain-request.ts'
import { filledRequest } from './filled-request.ts'

/** Explains which rules apply to a described request, or applied to a recorded one. */
export async function explainRequest(
  call: Call,
  { request, ...described }: ExplainedRequest,
  operations: readonly ApiOperation[],
): Promise<ExplainResponse> {
  if (request !== undefined) return recorded(call.world, request)
  const { operation: name = 'purchase' } = described
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`There is no operation ${name}`)
  operation.check ??= await operation.load()
  return rehearsed(call, described, operation)
}

/** What was kept with the request when it was made, whatever rules are active by now. */
function recorded(world: World, id: number): ExplainResponse {
  const entry = world.history.find(id)
  if (entry === undefined) {
    throw requestProblem('not_found', `There is no recorded request ${id}`, ['body', 'request'])
  }
  if (entry.operation === null) {
    const message = `Request ${id} was not for an operation, so no rule applied`
    throw requestProblem('not_found', message, ['body', 'request'])
  }
  const active = new Set(world.rules.book.entries.map(({ rule }) => rule.id))
  const gone = entry.rules.filter((rule) => !active.has(rule))
  return { ...rulesOf(world, entry.considered), gone, assumed: {} }
}

/** Has the gateway process the request, and undoes it. */
function rehearsed(
  call: Call,
  described: DescribedRequest,
  operation: ApiOperation,
): ExplainResponse {
  const { world } = call
  const { assumptions } = world.environment
  return world.run((context) => {
    const now = described.at ?? context.now
    const sent = filledRequest(described, now, assumptions)
    const { merchant = 1, user = 'anybody' } = described
    const { headers, pathValues, query, body, assumed } = sent
    const { given: id, id: valid } = correlationOf({ headers })
    const path = API + fillPath(operation.path, pathValues)
    const own: UserCall = {
      ...call,
      // Handlers read nothing else of it.
      incoming: { headers } as IncomingMessage,
      method: operation.method,
      path,
      pathValues,
      query,
      repeated: [],
      body,
      redacted: redactedRequest({ path, query, pathValues, world }, body, operation.check?.marks),
      history: world.history,
      correlation: {
        given: id,
        id: valid,
        keyed: valid === undefined ? undefined : keyedText(world, valid),
      },
      user: { name: user, merchant, merchants: 'any' },
      context: contextAt(now, context),
    }
    const { considered, refused } = world.rehearse(() => processed(own, operation))
    return {
      ...rulesOf(world, considered),
      gone: [],
      assumed,
      ...given({ refused }),
      ...holidayNote(world, now),
    }
  })
}

/** What the rules made of a request, or how the gateway refuses it. */
function processed(call: UserCall, { check, handle }: ApiOperation) {
  if (check === undefined) throw new Error('The contract has not been loaded')
  try {
    const { considered } = handle(call, checkedRequest(check, call, call.body))
    return { considered, refused: undefined }
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const { status, body = '' } = underGatewayCodes(
      refusalResponse(cause),
      call.context.assumptions,
    )
    const { errors } = JSON.parse(body) as { readonly errors: Refused['errors'] }
    return { considered: undefined, refused: { status, errors } }
  }
}

type Refused = NonNullable<ExplainResponse['refused']>

/** The rules that apply and are still active, and the others. */
function rulesOf(
  world: World,
  considered: Exchange['considered'],
): Pick<ExplainResponse, 'rule' | 'rules' | 'tried'> {
  const { decided = [], tried = [] } = considered ?? {}
  const active = new Map(world.rules.book.entries.map(({ rule }) => [rule.id, rule]))
  const rules = decided.flatMap(({ id, ...how }) => {
    const rule = active.get(id)
    return rule === undefined ? [] : [{ ...ruleAnswer(world, rule), ...how }]
  })
  const first = active.get(rules[0]?.id ?? '')
  return { rule: first === undefined ? null : ruleAnswer(world, first), rules, tried }
}

/** Describing this many rules takes a few milliseconds. */
const BATCH = 50

/** All active rules, highest priority first. */
export async function scenariosAnswer(world: World): Promise<ScenariosResponse> {
  const { temporaryRules, scenarios } = world.rules
  const answers = (rules: readonly ScenarioRule[]) => rulesAnswer(world, rules)
  const rules = await answers(temporaryRules)
  const loaded: ScenariosResponse['scenarios'][number][] = []
  for (const { name, description, rules: own } of scenarios) {
    loaded.push({ name, description, rules: await answers(own) })
  }
  return { scenarios: loaded, rules }
}

export async function rulesAnswer(
  world: World,
  rules: readonly ScenarioRule[],
): Promise<RuleResponse[]> {
  return [...(await inBatches(rules, (rule) => ruleAnswer(world, rule), BATCH))]
}

export function ruleAnswer(world: World, { id, rule }: ScenarioRule): RuleResponse {
  const { hits, seen } = world.rules.countOf(id) ?? unseen
  return {
    id,
    name: rule.name,
    hits,
    seen,
    times: rule.times ?? null,
    skip: rule.skip ?? 0,
    every: rule.every ?? null,
    chance: rule.chance === undefined ? null : chanceText(parseChance(rule.chance) ?? 1),
    per: rule.per ?? null,
    for: rule.for === undefined ? null : formatDuration(parseWindow(rule.for) ?? 0),
    since: rule.for === undefined ? null : (rule.since ?? 'load'),
    counts: rule.counts ?? 'world',
    when: rule.when,
    effect: describeRule(rule),
  }
}
