import type * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'

/** A field of a response: its schema, and its value for what the response is about. */
interface AnswerField<From extends readonly unknown[], Schema extends z.ZodType> {
  readonly schema: Schema
  readonly value: (...from: From) => ValueOf<Schema>
}

/** Makes the fields of responses about these. */
export function answerField<From extends readonly unknown[]>() {
  return <Schema extends z.ZodType>(
    schema: Schema,
    value: (...from: From) => ValueOf<Schema>,
  ): AnswerField<From, Schema> => ({ schema, value })
}

type Fields<From extends readonly unknown[]> = Readonly<
  Record<string, { readonly schema: z.ZodType; readonly value: (...from: From) => unknown }>
>

type SchemasOf<All extends Fields<never>> = { [Name in keyof All]: All[Name]['schema'] }

export function schemasOf<All extends Fields<never>>(fields: All): SchemasOf<All> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as SchemasOf<All>
}

/** Makes the response: each field with its value. */
export function answerMaker<From extends readonly unknown[], All extends Fields<From>>(
  fields: All & Fields<From>,
): (...from: From) => { readonly [Name in keyof All]: ValueOf<All[Name]['schema']> } {
  const readers = Object.entries(fields).map(([name, { value }]) => ({ name, value }))
  return (...from) => {
    const answer: Record<string, unknown> = {}
    for (const { name, value } of readers) answer[name] = value(...from)
    // The cast is safe: each value has the type of its schema, as `answerField` requires.
    return answer as { readonly [Name in keyof All]: ValueOf<All[Name]['schema']> }
  }
}
