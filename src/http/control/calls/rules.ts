import * as z from 'zod'
import { maskAccountNumber } from '../../../domain/bank/bank-account.ts'
import { cardType, maskPan } from '../../../domain/card/card.ts'
import { carries } from '../../../scenario/matching/carrying.ts'
import { oneShotRule } from '../../../scenario/reading/compile.ts'
import { parseRuleValue } from '../../../scenario/reading/read.ts'
import type { Facts } from '../../../scenario/rule.ts'
import { explain } from '../../../scenario/telling/explain.ts'
import { addOneShot, oneShotNumber } from '../../../world/commands/rule-commands.ts'
import type { Call } from '../../call.ts'
import type { ExplainAnswer, RuleAnswer, ruleCalls } from '../../contract/control/calls/rules.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { explainBody, impliedMethod } from '../../contract/control/explain-request.ts'
import { RequestProblem } from '../../request-problem.ts'
import { type Handlers, handler } from '../control-handler.ts'
import { ruleAnswer } from '../representation/rule-representation.ts'

const ruleContract = controlContract({ body: z.unknown() })
const explainContract = controlContract({ body: explainBody })

export const rules: Handlers<typeof ruleCalls> = {
  addRule: handler(ruleContract, addRule),
  explain: handler(explainContract, explainRequest),
}

async function addRule(
  { world }: Call,
  { body }: z.output<typeof ruleContract>,
): Promise<RuleAnswer> {
  const { document, errors } = await parseRuleValue(body)
  if (document === undefined) {
    const objections = errors.map(({ path, message }) => ({
      code: 'invalid_format' as const,
      message,
      location: ['body', ...path],
    }))
    throw new RequestProblem(objections)
  }
  const rule = oneShotRule(document, oneShotNumber(world))
  return ruleAnswer(world, addOneShot(world, rule))
}

function explainRequest(
  { world }: Call,
  { body }: z.output<typeof explainContract>,
): ExplainAnswer {
  const assumed = assumedFor(body)
  const facts = { ...factsOf(body), ...assumed, ...keptOf(body) }
  const { rule, tried } = explain(world.rules.book, facts, world.rules.countOf)
  return { rule: rule === undefined ? null : ruleAnswer(world, rule), tried, assumed }
}

/** The calls that see a card or an account only as it is kept. */
const lateCalls: readonly string[] = [
  'completion',
  'refund',
  'void',
  'token_lookup',
  'token_delete',
]

function keptOf({ operation, pan, account_number, virtual_pan }: Facts): Partial<Facts> {
  if (!lateCalls.includes(operation) && virtual_pan === undefined) return {}
  return {
    ...(pan !== undefined && { pan: maskPan(pan) }),
    ...(account_number !== undefined && { account_number: maskAccountNumber(account_number) }),
  }
}

/** Nothing pays without a method, and most pays by card. */
function assumedFor(body: Facts): ExplainAnswer['assumed'] {
  const isTold = (body.method ?? impliedMethod(body)) !== undefined
  return isTold || !carries(body.operation, 'method') ? {} : { method: 'card' }
}

/** What the details of a request say besides. */
function factsOf(body: Facts): Facts {
  const method = body.method ?? impliedMethod(body)
  const card_type = body.card_type ?? (body.pan === undefined ? undefined : cardType(body.pan))
  return {
    ...body,
    ...(method !== undefined && { method }),
    ...(card_type !== undefined && { card_type }),
  }
}
