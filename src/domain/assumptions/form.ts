/** What a value of an assumption may be, as plain facts: schema, docs and types are made from it. */
export type Form<Value = unknown> = FormKind & { readonly value?: Value }

export type FormKind =
  | { readonly kind: 'path' }
  | { readonly kind: 'status'; readonly hasBody: boolean }
  | { readonly kind: 'one of'; readonly values: readonly string[] }
  | { readonly kind: 'yes or no' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'hours'; readonly max: number }
  | { readonly kind: 'time of day' }
  /** The name of a member of a JSON object. */
  | { readonly kind: 'member' }
  /** Part of the key of a KVP. */
  | { readonly kind: 'kvp key' }
  | { readonly kind: 'relation' }
  | { readonly kind: 'code' }
  | { readonly kind: 'mask' }
  | { readonly kind: 'currencies'; readonly mayBeAny: boolean }
  | { readonly kind: 'gateway code' }

export const path: Form<string> = { kind: 'path' }
export const timeOfDay: Form<string> = { kind: 'time of day' }
export const member: Form<string> = { kind: 'member' }
export const kvpKey: Form<string> = { kind: 'kvp key' }
export const relation: Form<string> = { kind: 'relation' }
export const code: Form<string> = { kind: 'code' }
export const mask: Form<string> = { kind: 'mask' }
export const yesOrNo: Form<boolean> = { kind: 'yes or no' }
export const gatewayCode: Form<number> = { kind: 'gateway code' }
export const currencies: Form<readonly string[]> = { kind: 'currencies', mayBeAny: false }
export const anyCurrencies: Form<'any' | readonly string[]> = { kind: 'currencies', mayBeAny: true }

/** A status of success, for an answer with a body or for one that may have none. */
export function status(body: 'with a body' | 'perhaps empty'): Form<number> {
  return { kind: 'status', hasBody: body === 'with a body' }
}

export function oneOf<const Values extends readonly string[]>(
  ...values: Values
): Form<Values[number]> {
  return { kind: 'one of', values }
}

export function integer(min: number, max: number): Form<number> {
  return { kind: 'integer', min, max }
}

export function hours(max: number): Form<number> {
  return { kind: 'hours', max }
}
