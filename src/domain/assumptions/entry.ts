/** Where a value comes from: the gateway's specification, or our own choice. */
export type AssumptionSource = 'specification' | 'assumed'

/** Everything about one assumption. */
export interface TableEntry<Value = unknown> {
  readonly form: ValueForm<Value>
  readonly default: Value
  readonly source: AssumptionSource
  /** The reason for the value, in one line. */
  readonly reason: string
}

export function published<Value>(form: ValueForm<Value>, value: NoInfer<Value>, reason: string) {
  return { form, default: value, source: 'specification', reason } satisfies TableEntry<Value>
}

export function assumed<Value>(form: ValueForm<Value>, value: NoInfer<Value>, reason: string) {
  return { form, default: value, source: 'assumed', reason } satisfies TableEntry<Value>
}

/** Entries by name, some of them in groups. */
export type AssumptionTable = {
  readonly [name: string]: TableEntry | Readonly<Record<string, TableEntry>>
}

/** The values of a table's entries. */
export type AssumedValues<Entries> = {
  readonly [Name in keyof Entries]: Entries[Name] extends { readonly form: ValueForm<infer Value> }
    ? Value
    : AssumedValues<Entries[Name]>
}

export function isEntry(value: AssumptionTable[string]): value is TableEntry {
  return typeof value.form === 'object' && 'kind' in value.form
}

/**
 * The allowed values of an assumption as plain data: schema, docs and types are derived from it.
 */
export type ValueForm<Value = unknown> = FormKind & { readonly value?: Value }

export type FormKind =
  | { readonly kind: 'path' }
  | { readonly kind: 'status'; readonly hasBody: boolean }
  | { readonly kind: 'one of'; readonly values: readonly string[] }
  | { readonly kind: 'yes or no' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'hours'; readonly max: number }
  | { readonly kind: 'time of day' }
  /** The name of a field of a JSON object. */
  | { readonly kind: 'member' }
  /** Part of a KVP key. */
  | { readonly kind: 'kvp key' }
  | { readonly kind: 'relation' }
  | { readonly kind: 'code' }
  | { readonly kind: 'mask' }
  | { readonly kind: 'currencies'; readonly mayBeAny: boolean }
  | { readonly kind: 'gateway code' }

export const path: ValueForm<string> = { kind: 'path' }
export const timeOfDay: ValueForm<string> = { kind: 'time of day' }
export const member: ValueForm<string> = { kind: 'member' }
export const kvpKey: ValueForm<string> = { kind: 'kvp key' }
export const relation: ValueForm<string> = { kind: 'relation' }
export const code: ValueForm<string> = { kind: 'code' }
export const mask: ValueForm<string> = { kind: 'mask' }
export const yesOrNo: ValueForm<boolean> = { kind: 'yes or no' }
export const gatewayCode: ValueForm<number> = { kind: 'gateway code' }
export const currencyList: ValueForm<readonly string[]> = { kind: 'currencies', mayBeAny: false }
export const anyCurrencies: ValueForm<'any' | readonly string[]> = {
  kind: 'currencies',
  mayBeAny: true,
}

/** A success status, for a response with a body or one that may be empty. */
export function status(body: 'with a body' | 'perhaps empty'): ValueForm<number> {
  return { kind: 'status', hasBody: body === 'with a body' }
}

export function oneValueOf<const Values extends readonly string[]>(
  ...values: Values
): ValueForm<Values[number]> {
  return { kind: 'one of', values }
}

export function integer(min: number, max: number): ValueForm<number> {
  return { kind: 'integer', min, max }
}

export function hours(max: number): ValueForm<number> {
  return { kind: 'hours', max }
}
