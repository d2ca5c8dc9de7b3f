import type * as z from 'zod'
import { isPlainObject } from '../../domain/plain-object.ts'

/** Said of a value that is not plainly good: only the schema itself can tell. */
export const DOUBTFUL: unique symbol = Symbol('doubtful')

/** Gives what the schema would give for a good value, and otherwise has doubts. */
export type QuickParse = (value: unknown) => unknown

type Schema = z.core.$ZodType
type Check = z.core.$ZodCheck
type Definition<Kind> = Extract<z.core.$ZodTypes, { _zod: { def: { type: Kind } } }>['_zod']['def']

const doubt: QuickParse = () => DOUBTFUL

/**
 * A schema as plain functions. Nearly every request is good, and zod takes four times as long to
 * find that out because it is ready to say what is wrong. Whatever is not known here is doubted.
 */
export function quickParse(schema: Schema): QuickParse {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const parse = parserOf(def as z.core.$ZodTypes['_zod']['def'])
  return (def.checks ?? []).map(checkOf).reduce(thenCheck, parse)
}

function parserOf(def: z.core.$ZodTypes['_zod']['def']): QuickParse {
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? objectParser(def) : doubt
    case 'record':
      return recordParser(def)
    case 'string':
      return ('coerce' in def && def.coerce) || 'format' in def ? doubt : ofType('string')
    case 'boolean':
      return 'coerce' in def && def.coerce ? doubt : ofType('boolean')
    case 'undefined':
      return ofType('undefined')
    case 'number':
      return 'format' in def && def.format === 'safeint' ? safeInteger : doubt
    case 'enum':
      return oneOf(new Set(Object.values(def.entries)))
    case 'optional':
      return optional(quickParse(def.innerType))
    case 'default':
      return withDefault(def)
    case 'pipe':
      return inTurn(quickParse(def.in), quickParse(def.out))
    case 'transform':
      return transformer(def)
    default:
      return doubt
  }
}

/** Members that it does not have are dropped. */
function objectParser({ shape }: Definition<'object'>): QuickParse {
  const keys = Object.keys(shape)
  const parsers = keys.map((key) => quickParse(shape[key] as Schema))
  const kinds = keys.map((key) => shape[key]?._zod.def.type)
  return (value) => {
    if (!isPlainObject(value)) return DOUBTFUL
    const parsed: Record<string, unknown> = {}
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string
      const given = value[key]
      if (given === undefined && kinds[index] !== 'default' && !(key in value)) {
        if (kinds[index] === 'optional') continue
        return DOUBTFUL
      }
      const member = parsers[index]?.(given)
      if (member === DOUBTFUL) return DOUBTFUL
      parsed[key] = member
    }
    return parsed
  }
}

function recordParser({ keyType, valueType }: Definition<'record'>): QuickParse {
  const keyDef = keyType._zod.def as z.core.$ZodTypes['_zod']['def']
  if (keyDef.type !== 'string' || keyDef.checks?.length) return doubt
  const parse = quickParse(valueType)
  return (value) => {
    if (!isPlainObject(value)) return DOUBTFUL
    const parsed: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const member = key === '__proto__' ? DOUBTFUL : parse(value[key])
      if (member === DOUBTFUL) return DOUBTFUL
      parsed[key] = member
    }
    return parsed
  }
}

function ofType(type: 'string' | 'boolean' | 'undefined'): QuickParse {
  return (value) => (typeof value === type ? value : DOUBTFUL)
}

function safeInteger(value: unknown): unknown {
  return Number.isSafeInteger(value) ? value : DOUBTFUL
}

function oneOf(entries: ReadonlySet<unknown>): QuickParse {
  return (value) => (entries.has(value) ? value : DOUBTFUL)
}

function optional(parse: QuickParse): QuickParse {
  return (value) => (value === undefined ? DOUBTFUL : parse(value))
}

function withDefault(def: Definition<'default'>): QuickParse {
  const parse = quickParse(def.innerType)
  return (value) => (value === undefined ? def.defaultValue : parse(value))
}

function inTurn(first: QuickParse, second: QuickParse): QuickParse {
  return (value) => {
    const between = first(value)
    return between === DOUBTFUL ? DOUBTFUL : second(between)
  }
}

function transformer({ transform }: Definition<'transform'>): QuickParse {
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] }
    const made = transform(value, payload)
    return payload.issues.length === 0 && !(made instanceof Promise) ? made : DOUBTFUL
  }
}

function thenCheck(parse: QuickParse, passes: Passes): QuickParse {
  return (value) => {
    const parsed = parse(value)
    return parsed === DOUBTFUL || passes(parsed) ? parsed : DOUBTFUL
  }
}

type Passes = (value: unknown) => boolean

const never: Passes = () => false

function checkOf(check: Check): Passes {
  const { def } = (check as z.core.$ZodChecks)._zod
  switch (def.check) {
    case 'min_length':
      return (value) => (value as string).length >= def.minimum
    case 'max_length':
      return (value) => (value as string).length <= def.maximum
    case 'greater_than':
      return def.inclusive ? (value) => (value as number) >= Number(def.value) : never
    case 'less_than':
      return def.inclusive ? (value) => (value as number) <= Number(def.value) : never
    case 'string_format':
      return def.format === 'regex' && def.pattern ? matcher(def.pattern) : never
    default:
      return ownCheck(check)
  }
}

function matcher(pattern: RegExp): Passes {
  return pattern.global || pattern.sticky ? never : (value) => pattern.test(value as string)
}

/** What `refine` and `superRefine` add. */
function ownCheck({ _zod: { def, check } }: Check): Passes {
  if (def.check !== 'custom') return never
  const { fn, when } = def as Partial<z.core.$ZodCustomDef>
  if (fn !== undefined && when === undefined) return (value) => fn(value as never) === true
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] }
    if (when !== undefined && !when(payload)) return true
    return check(payload as never) === undefined && payload.issues.length === 0
  }
}
