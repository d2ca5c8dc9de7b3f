/** Says what is wrong with a value, or nothing. */
export type Check = (value: unknown) => string | undefined

/** A value that must be equal, with checks in the places where it need only fit. */
export type Pattern =
  | string
  | number
  | boolean
  | null
  | undefined
  | Check
  | readonly Pattern[]
  | { readonly [name: string]: Pattern }

/** Every difference between what is expected and what came, with its place. */
export function differences(pattern: Pattern, value: unknown, place = ''): string[] {
  if (typeof pattern === 'function') {
    const wrong = pattern(value)
    return wrong === undefined ? [] : [`${place}: ${wrong}, not ${shown(value)}`]
  }
  if (typeof pattern !== 'object' || pattern === null) {
    return pattern === value ? [] : [`${place}: ${shown(pattern)} expected, not ${shown(value)}`]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList(pattern)) {
    return [`${place}: ${shown(pattern)} expected, not ${shown(value)}`]
  }
  const expected = new Map<string, Pattern>(Object.entries(pattern))
  const actual = new Map<string, unknown>(Object.entries(value))
  const names = new Set([...expected.keys(), ...actual.keys()])
  return [...names].flatMap((name) =>
    differences(expected.get(name), actual.get(name), place === '' ? name : `${place}.${name}`),
  )
}

function isList(pattern: Pattern): boolean {
  return Array.isArray(pattern)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'function' ? '(checked)' : typeof part === 'bigint' ? String(part) : part,
  )
  return text ?? 'nothing'
}

export const anything: Check = () => undefined

export const someText: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'some text expected'

export const anyText: Check = (value) => (typeof value === 'string' ? undefined : 'a text expected')

export function oneOf(...values: readonly unknown[]): Check {
  return (value) => (values.includes(value) ? undefined : `one of ${shown(values)} expected`)
}

/** One pattern or another. */
export function either(one: Pattern, other: Pattern): Check {
  return (value) => {
    const wrong = differences(one, value)
    return wrong.length === 0 || differences(other, value).length === 0
      ? undefined
      : wrong.join('; ')
  }
}

/** A member that an answer tells once, and must tell alike ever after. */
export function told<Name extends string>(
  memory: { [name in Name]?: string | null },
  name: Name,
  form: RegExp,
  isOptional: boolean,
): Check {
  return (value) => {
    const before = memory[name]
    if (before !== undefined) {
      return (value ?? null) === before ? undefined : `${shown(before)} as before expected`
    }
    const isFine = typeof value === 'string' ? form.test(value) : value === undefined && isOptional
    if (!isFine) return `a text like ${form} expected`
    memory[name] = typeof value === 'string' ? value : null
    return undefined
  }
}

/** What should come back. */
export interface Expected {
  /** `broken`: no whole answer. */
  readonly status: number | 'broken'
  readonly body: Pattern
  readonly headers?: Readonly<Record<string, Pattern>>
}
