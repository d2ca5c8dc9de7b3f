import * as z from 'zod'
import { isPlainObject } from '../../../base/plain-object.ts'
import { instantText, strict, wordField } from '../../../control/contract/control-field.ts'
import { identifier } from '../../../gateway/wire/contract/field.ts'
import { noted } from '../../../gateway/wire/contract/note.ts'
import { codedIssue, complaint, sameIssue } from '../../../gateway/wire/contract/objection.ts'
import { allConditions, type NamedCondition } from '../../../scenario/conditions/table.ts'
import { conditionsOnlyFor } from '../../../scenario/matching/carrying.ts'
import { type Method, methods } from '../../../scenario/operations.ts'
import type { Facts } from '../../../scenario/rule.ts'

/** The conditions on values that a client sends. */
const sendable = allConditions.flatMap(({ option, refuse, usual, form, name }) =>
  option === undefined ? [] : [{ refuse, usual, form, name: name as FactName }],
)

/** The facts that rules can match, by the name of the condition. */
type FactName = Extract<keyof Facts, NamedCondition['name']>

type Sendable = (typeof sendable)[number]

const fields: z.ZodType<Facts, ExplainBody> = strict({
  ...Object.fromEntries(sendable.map((one) => [one.name, factSchema(one)])),
  at: instantText.exactOptional(),
}).transform(({ at, ...facts }) => ({ ...facts, now: at })) as unknown as z.ZodType<
  Facts,
  ExplainBody
>

/** The values that a request can have for a condition. */
function factSchema(one: Sendable): z.ZodType {
  const schema = formSchema(one)
  if (one.usual !== undefined) return schema.default(one.usual as never)
  return one.form.kind === 'texts by key'
    ? z.record(z.string(), schema, complaint('invalid_type', 'Must be an object')).exactOptional()
    : schema.exactOptional()
}

function formSchema({ form, refuse }: Sendable): z.ZodType {
  const text = z.string(complaint('invalid_type', 'Must be a string'))
  switch (form.kind) {
    case 'words':
    case 'word':
      return wordField(form.words)
    case 'ids':
      return identifier
    case 'amount':
      return z.union([z.string(), z.int().transform(String)]).superRefine(refusing(refuse))
    case 'texts':
      return (
        form.isNumbered ? z.union([z.string(), z.int().transform(String)]) : text
      ).superRefine(refusing(refuse))
    case 'texts by key':
    case 'moment':
    // These have no value that a client sends.
    case 'days':
    case 'flag':
    case 'rate':
      return text.superRefine(refusing(refuse))
  }
}

function refusing(refuse: Sendable['refuse']) {
  return (text: string, context: z.core.$RefinementCtx) => {
    const reason = refuse?.(text)
    if (reason === undefined) return
    context.addIssue(codedIssue('invalid_format', `Cannot be in a request: ${reason}`))
  }
}

/** A recorded request, by its id in the journal. */
const recordedRequest = strict({ request: identifier })

/** A request as rules see it; missing fields that it needs are assumed. */
export interface ExplainBody extends Partial<Omit<Facts, 'amount' | 'now' | 'card'>> {
  readonly amount?: string | number | undefined
  /** Sandbox time of the request; now unless given. */
  readonly at?: string | undefined
  /** Instead of the other fields: the id of a recorded request. */
  readonly request?: number | undefined
}

export type Explained = Facts | { readonly request: number }

/** `POST /scenarios/explain` */
export const explainBody: z.ZodType<Explained, ExplainBody> = noted(
  z.unknown().transform((value, context) => {
    const isRecorded = isPlainObject(value) && Object.hasOwn(value, 'request')
    const schema: z.ZodType<Explained> = isRecorded ? recordedRequest : fields
    const result = schema.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues) context.addIssue(sameIssue(issue))
    return z.NEVER
  }) as unknown as z.ZodType<Explained, ExplainBody>,
  {
    description: 'What a rule can match, by the name of the condition, or the id of a `request`.',
    whole: { type: 'object', additionalProperties: true },
  },
)

function given(body: Facts, method: Method): readonly string[] {
  const fields = conditionsOnlyFor(method)
  return sendable.flatMap(({ name }) =>
    fields.includes(name) && body[name] !== undefined ? [name] : [],
  )
}

/** The payment method that the details imply. */
export function impliedMethod(body: Facts): Method | undefined {
  return methods.find((method) => given(body, method).length > 0)
}
