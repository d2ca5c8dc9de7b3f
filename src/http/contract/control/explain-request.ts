import * as z from 'zod'
import { cardType, isVirtualPan } from '../../../domain/card/card.ts'
import type { NamedCondition } from '../../../scenario/conditions/table.ts'
import { allConditions } from '../../../scenario/conditions/table.ts'
import { carries, fieldsOf } from '../../../scenario/matching/carrying.ts'
import { type Facts, type Method, methods, operations } from '../../../scenario/rule.ts'
import { identifier } from '../field.ts'
import { coded, complaint } from '../objection.ts'
import type { ExplainBody } from './calls/rules.ts'
import { oneOf, onObjects, strict } from './control-field.ts'

const fields: z.ZodType<Facts, ExplainBody> = strict(
  Object.fromEntries(allConditions.map((condition) => [condition.name, factSchema(condition)])),
) as unknown as z.ZodType<Facts, ExplainBody>

/** What a request can hold where a condition looks. */
function factSchema(condition: NamedCondition): z.ZodType {
  const { form, fact } = condition
  const schema = formSchema(condition)
  if (fact.usual !== undefined) return schema.default(fact.usual as never)
  return form.kind === 'texts by key'
    ? z.record(z.string(), schema, complaint('invalid_type', 'Must be an object')).exactOptional()
    : schema.exactOptional()
}

function formSchema({ form, fact }: NamedCondition): z.ZodType {
  switch (form.kind) {
    case 'words':
    case 'word':
      return oneOf(form.words)
    case 'ids':
      return identifier
    case 'amount':
      return z.union([z.string(), z.int().transform(String)]).superRefine(refusing(fact))
    case 'texts':
    case 'texts by key':
      return z.string(complaint('invalid_type', 'Must be a string')).superRefine(refusing(fact))
  }
}

function refusing({ refuse }: NamedCondition['fact']) {
  return (text: string, context: z.core.$RefinementCtx) => {
    const refused = refuse(text)
    if (refused === undefined) return
    context.addIssue({ code: 'custom', message: coded(...refused) })
  }
}

/** `POST /scenarios/explain`: a request that could be sent. */
export const explainBody = fields.superRefine((body, context) => {
  for (const { path, message } of mixed(body)) {
    context.addIssue({ code: 'custom', path, message: coded('invalid_format', message) })
  }
}, onObjects)

interface Contradiction {
  readonly path: string[]
  readonly message: string
}

/** Members that no one request can have. */
function mixed(body: Facts): readonly Contradiction[] {
  if (!operations.includes(body.operation)) return []
  const misplaced = allConditions.filter(
    ({ name }) => body[name] !== undefined && !carries(body.operation, name),
  )
  if (misplaced.length > 0) {
    return misplaced.map(({ name }) => ({
      path: [name],
      message: `Cannot be part of a ${body.operation}`,
    }))
  }
  return [...mixedMethods(body), ...otherCard(body)]
}

/** A number tells its card type. */
function otherCard({ pan, card_type }: Facts): readonly Contradiction[] {
  if (pan === undefined || card_type === undefined || isVirtualPan(pan)) return []
  const type = cardType(pan)
  if (type === card_type) return []
  return [{ path: ['card_type'], message: `Cannot go with a ${type || 'nameless'} card's number` }]
}

function mixedMethods(body: Facts): readonly Contradiction[] {
  const [method, ...others] = methodsIn(body)
  if (method === undefined) return []
  const strange = others.flatMap((other) => given(body, other))
  if (strange.length > 0) {
    const told = body.method === undefined ? given(body, method).join(', ') : `method ${method}`
    return strange.map((name) => ({ path: [name], message: `Cannot go with ${told}` }))
  }
  if (carries(body.operation, 'method') && !carries(body.operation, 'method', { method })) {
    const path = [body.method === undefined ? (given(body, method)[0] ?? 'method') : 'method']
    return [{ path, message: `Cannot be part of a ${body.operation}` }]
  }
  return []
}

/** The methods that a request is told by, the one that is named first. */
function methodsIn(body: Facts): readonly Method[] {
  const found = methods.filter((method) => given(body, method).length > 0)
  return [...new Set([...(body.method === undefined ? [] : [body.method]), ...found])]
}

function given(body: Facts, method: Method): readonly string[] {
  return fieldsOf(method).filter((name) => body[name] !== undefined)
}

/** The details say which rail a payment goes by. */
export function impliedMethod(body: Facts): Method | undefined {
  return methods.find((method) => given(body, method).length > 0)
}
