import type * as z from 'zod'

/** The values that a schema describes, as nobody may change them. */
export type ValueOf<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>

type ReadonlyDeep<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly ReadonlyDeep<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
      : Value
