import * as z from 'zod'
import { maskAccountNumber } from '../../../domain/bank/bank-account.ts'
import { cardType, maskPan } from '../../../domain/card/card.ts'
import { Problem } from '../../../domain/problem.ts'
import { carries } from '../../../scenario/matching/carriers.ts'
import { oneShotRule } from '../../../scenario/reading/compile.ts'
import { parseRuleValue } from '../../../scenario/reading/read.ts'
import type { Facts } from '../../../scenario/rule.ts'
import { explain } from '../../../scenario/telling/explain.ts'
import { addOneShot, oneShotNumber } from '../../../world/commands/rule-commands.ts'
import type { Call } from '../../call.ts'
import type { ExplainAnswer, RuleAnswer, ruleCalls } from '../../contract/control/calls/rules.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { detailsOf, explainBody } from '../../contract/control/explain-request.ts'
import { type Handlers, handler } from '../control-handler.ts'
import { ruleAnswer } from '../representation/rule-representation.ts'

const ruleContract = controlContract({ body: z.unknown() })
const explainContract = controlContract({ body: explainBody })

type Explained = z.output<typeof explainBody>

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
    throw new Problem(objections)
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

function keptOf({ operation, pan, account_number, virtual_pan }: Explained): Partial<Facts> {
  if (!lateCalls.includes(operation) && virtual_pan === undefined) return {}
  return {
    ...(pan !== undefined && { pan: maskPan(pan) }),
    ...(account_number !== undefined && { accountNumber: maskAccountNumber(account_number) }),
  }
}

/** Nothing pays without a method, and most pays by card. */
function assumedFor(body: Explained): ExplainAnswer['assumed'] {
  const isTold = (body.method ?? impliedMethod(body)) !== undefined
  return isTold || !carries(body.operation, 'method') ? {} : { method: 'card' }
}

function factsOf(body: Explained): Facts {
  const { card_type, account_number, kvp, customer_reference, virtual_pan, token_name, ...same } =
    body
  const method = body.method ?? impliedMethod(body)
  const type = card_type ?? (body.pan === undefined ? undefined : cardType(body.pan))
  return {
    ...same,
    ...(method !== undefined && { method }),
    ...(type !== undefined && { cardType: type as NonNullable<Facts['cardType']> }),
    ...(account_number !== undefined && { accountNumber: account_number }),
    ...(kvp !== undefined && { kvps: kvp }),
    ...(customer_reference !== undefined && { customerReference: customer_reference }),
    ...(virtual_pan !== undefined && { virtualPan: virtual_pan }),
    ...(token_name !== undefined && { tokenName: token_name }),
  }
}

/** The details say which rail a payment goes by. */
function impliedMethod(body: Explained): Facts['method'] {
  const { card, direct_debit } = detailsOf
  if (card.some((name) => body[name] !== undefined)) return 'card'
  return direct_debit.some((name) => body[name] !== undefined) ? 'direct_debit' : undefined
}
