/** One call as it goes over the wire, without the world's prefix. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  /** Under `/v1`, or under `/_sandbox`. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: none. A text is sent as it is. */
  readonly body: unknown
  /** Sent so many times at once. */
  readonly together?: number
}

export type Json = { readonly [name: string]: unknown }

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of an object, or of an object in an object. */
export function memberOf(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = isObject(found) ? found[name] : undefined
  return found
}
