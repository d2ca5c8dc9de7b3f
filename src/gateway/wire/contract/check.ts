import type * as z from 'zod'
import { RequestProblem } from '../request-problem.ts'
import { type AskedField, noteOf, type Secret } from './note.ts'
import { objections } from './objection.ts'

/** Parses a request by its contract; throws all errors at once. */
export interface Check<Output> {
  (request: unknown): Output
  /** May know the result for usual requests; the contract decides all others. */
  readonly plain?: ((request: unknown) => Output | undefined) | undefined
  /** Which values of the request may be stored. */
  readonly marks: Marks
}

export function checkAgainst<Output>(
  contract: z.ZodType<Output>,
  plain?: Check<Output>['plain'],
): Check<Output> {
  const check = (request: unknown): Output => {
    const result = contract.safeParse(request)
    if (!result.success) throw new RequestProblem(objections(result.error))
    return result.data
  }
  return Object.assign(check, { plain, marks: marksOf(contract) })
}

type Checks<Contracts> = {
  readonly [Name in keyof Contracts]: Contracts[Name] extends z.ZodType<infer Output>
    ? Check<Output>
    : never
}

export function checksAgainst<Contracts extends Readonly<Record<string, z.ZodType>>>(
  contracts: Contracts,
): Checks<Contracts> {
  const checks = Object.entries(contracts).map(([name, one]) => [name, checkAgainst(one)])
  return Object.fromEntries(checks)
}

/** How a value of a request may be stored, according to its schema; `path` is its place in the body. */
export type FieldMark = { readonly path: string; readonly asks: AskedField | undefined } & (
  | { readonly of: 'text' }
  | { readonly of: 'secret'; readonly secret: Secret }
  /** Keys and values that the client chose. */
  | { readonly of: 'texts' }
  | { readonly of: 'object'; readonly members: ReadonlyMap<string, FieldMark> }
)

/** The marks of a whole request. A member without a mark is unknown, and never shown. */
export interface Marks {
  readonly body: FieldMark
  readonly query: ReadonlyMap<string, AskedField | undefined>
  readonly path: ReadonlyMap<string, AskedField | undefined>
}

/**
 * Derives the marks from the contract, which alone says which members exist.
 * @internal Exported for tests.
 */
export function marksOf(contract: z.core.$ZodType): Marks {
  const parts = shapeOf(contract)
  return {
    body: parts.body === undefined ? nothing : markOf(parts.body, ''),
    query: namesIn(parts.query),
    path: namesIn(parts.path),
  }
}

const nothing: FieldMark = { of: 'object', path: '', asks: undefined, members: new Map() }

function namesIn(schema: z.core.$ZodType | undefined) {
  const members = schema === undefined ? [] : Object.entries(shapeOf(schema))
  return new Map(members.map(([name, member]) => [name, markOf(member, name).asks] as const))
}

function markOf(schema: z.core.$ZodType, path: string): FieldMark {
  const { secret, asks } = noteOf(schema)
  if (secret !== undefined) return { of: 'secret', path, asks, secret }
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
      return { ...markOf(def.innerType, path), ...(asks && { asks }) }
    case 'pipe':
      return { ...markOf(def.in, path), ...(asks && { asks }) }
    case 'record':
      return { of: 'texts', path, asks }
    case 'object': {
      const members = new Map<string, FieldMark>()
      for (const [name, member] of Object.entries(shapeOf(schema))) {
        members.set(name, markOf(member, path === '' ? name : `${path}.${name}`))
      }
      return { of: 'object', path, asks, members }
    }
    default:
      return { of: 'text', path, asks }
  }
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : {}
}
