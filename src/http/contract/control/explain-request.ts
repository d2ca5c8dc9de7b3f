import * as z from 'zod'
import { cardType, startsLikeCard } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import { allConditions, type NamedCondition } from '../../../scenario/conditions/table.ts'
import type { FactForm } from '../../../scenario/conditions/text-parts.ts'
import { carries, fieldsOf } from '../../../scenario/matching/carrying.ts'
import { type Method, methods, operations } from '../../../scenario/operations.ts'
import type { Facts } from '../../../scenario/rule.ts'
import { identifier } from '../field.ts'
import { coded, complaint } from '../objection.ts'
import type { ExplainBody } from './calls/scenarios.ts'
import { onObjects, strict, wordField } from './control-field.ts'

/** The conditions on values that a client sends. */
const sendable = allConditions.flatMap((condition) => {
  const { fact, form, name } = condition
  return fact === undefined ? [] : [{ fact, form, name: name as FactName }]
})

/** The facts that rules can match, by the name of the condition. */
type FactName = Extract<keyof Facts, NamedCondition['name']>

type Sendable = (typeof sendable)[number]

const fields: z.ZodType<Facts, ExplainBody> = strict(
  Object.fromEntries(sendable.map((one) => [one.name, factSchema(one)])),
) as unknown as z.ZodType<Facts, ExplainBody>

/** The values that a request can have for a condition. */
function factSchema(one: Sendable): z.ZodType {
  const schema = formSchema(one)
  if (one.fact.usual !== undefined) return schema.default(one.fact.usual as never)
  return one.form.kind === 'texts by key'
    ? z.record(z.string(), schema, complaint('invalid_type', 'Must be an object')).exactOptional()
    : schema.exactOptional()
}

function formSchema({ form, fact }: Sendable): z.ZodType {
  const text = z.string(complaint('invalid_type', 'Must be a string'))
  switch (form.kind) {
    case 'words':
    case 'word':
      return wordField(form.words)
    case 'ids':
      return identifier
    case 'amount':
      return z.union([z.string(), z.int().transform(String)]).superRefine(refusing(fact))
    case 'texts':
      return (
        form.isNumbered ? z.union([z.string(), z.int().transform(String)]) : text
      ).superRefine(refusing(fact))
    case 'texts by key':
    case 'moment':
      return text.superRefine(refusing(fact))
  }
}

function refusing({ refuse }: FactForm) {
  return (text: string, context: z.core.$RefinementCtx) => {
    const refused = refuse(text)
    if (refused === undefined) return
    context.addIssue({ code: 'custom', message: coded(...refused) })
  }
}

/** A hypothetical request. */
const describedRequest = fields.superRefine((body, context) => {
  for (const { path, message } of mixed(body)) {
    context.addIssue({ code: 'custom', path, message: coded('invalid_format', message) })
  }
}, onObjects)

/** A recorded request, by its id in the journal. */
const recordedRequest = strict({ request: identifier })

export type Explained = Facts | { readonly request: number }

/** `POST /scenarios/explain` */
export const explainBody: z.ZodType<Explained, ExplainBody> = z
  .unknown()
  .transform((value, context) => {
    const isRecorded = isPlainObject(value) && Object.hasOwn(value, 'request')
    const schema: z.ZodType<Explained> = isRecorded ? recordedRequest : describedRequest
    const result = schema.safeParse(value)
    if (result.success) return result.data
    for (const { path, message } of result.error.issues) {
      context.addIssue({ code: 'custom', path, message })
    }
    return z.NEVER
  }) as unknown as z.ZodType<Explained, ExplainBody>

interface Contradiction {
  readonly path: string[]
  readonly message: string
}

/** Members that cannot occur in the same request. */
function mixed(body: Facts): readonly Contradiction[] {
  if (!operations.includes(body.operation)) return []
  const { operation } = body
  const misplaced = sendable.filter(
    ({ name }) => body[name] !== undefined && !carries(operation, name, { operation }),
  )
  if (misplaced.length > 0) {
    return misplaced.map(({ name }) => ({
      path: [name],
      message: `Cannot be part of a ${body.operation}`,
    }))
  }
  return [...mixedMethods(body), ...otherCard(body)]
}

/** The card type must match the number. */
function otherCard({ pan, card_type }: Facts): readonly Contradiction[] {
  if (pan === undefined || card_type === undefined) return []
  const type = cardType(pan)
  // A number that no card scheme begins with may be a token's, which has no card type.
  if (type === card_type || !startsLikeCard(Number(pan.charAt(0)))) return []
  return [
    {
      path: ['card_type'],
      message: `Cannot be combined with a ${type || 'nameless'} card's number`,
    },
  ]
}

function mixedMethods(body: Facts): readonly Contradiction[] {
  const [method, ...others] = methodsIn(body)
  if (method === undefined) return []
  const strange = others.flatMap((other) => given(body, other))
  if (strange.length > 0) {
    const told = body.method === undefined ? given(body, method).join(', ') : `method ${method}`
    return strange.map((name) => ({ path: [name], message: `Cannot be combined with ${told}` }))
  }
  const { operation } = body
  // It was named: the details of a method that the operation does not take are misplaced.
  if (carries(operation, 'method', { operation, method })) return []
  return [{ path: ['method'], message: `Cannot be part of a ${operation}` }]
}

/** The methods that the details of a request imply, the named one first. */
function methodsIn(body: Facts): readonly Method[] {
  const found = methods.filter((method) => given(body, method).length > 0)
  return [...new Set([...(body.method === undefined ? [] : [body.method]), ...found])]
}

function given(body: Facts, method: Method): readonly string[] {
  const fields = fieldsOf(method)
  return sendable.flatMap(({ name }) =>
    fields.includes(name) && body[name] !== undefined ? [name] : [],
  )
}

/** The payment method that the details imply. */
export function impliedMethod(body: Facts): Method | undefined {
  return methods.find((method) => given(body, method).length > 0)
}
