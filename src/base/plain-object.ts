/** Whether a value is an object, not null and not an array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members that have a value. */
export function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(found) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** The value of a JSON text; any other text as it is. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An own member of any value; undefined if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
