/** The first error code of an answer's body, if it is a refusal. */
export function refusalCode(body: unknown): string | undefined {
  const errors = memberOf(body, 'errors')
  const code = Array.isArray(errors) ? memberOf(errors[0], 'error_code') : undefined
  return typeof code === 'string' ? code : undefined
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
