import type { Form } from './form.ts'

/** Who says so: the gateway's specification, or we who had to choose. */
export type Source = 'specification' | 'assumed'

interface Reason {
  readonly source: Source
  /** Why it has the value it has, in one line. */
  readonly reason: string
}

/** One assumption: all that there is to say of it. */
export interface Entry<Value = unknown> extends Reason {
  readonly form: Form<Value>
  readonly default: Value
}

export function given<Value>(form: Form<Value>, value: NoInfer<Value>, reason: string) {
  return { form, default: value, source: 'specification', reason } satisfies Entry<Value>
}

export function assumed<Value>(form: Form<Value>, value: NoInfer<Value>, reason: string) {
  return { form, default: value, source: 'assumed', reason } satisfies Entry<Value>
}

/** Entries by name, some of them in groups. */
export type Table = { readonly [name: string]: Entry | Readonly<Record<string, Entry>> }

/** The values that a table's entries stand for. */
export type ValuesOf<Entries> = {
  readonly [Name in keyof Entries]: Entries[Name] extends { readonly form: Form<infer Value> }
    ? Value
    : ValuesOf<Entries[Name]>
}

export function isEntry(value: Table[string]): value is Entry {
  return typeof value.form === 'object' && 'kind' in value.form
}
