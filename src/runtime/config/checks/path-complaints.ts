import type { Fault } from '../../../document/complaint.ts'
import { didYouMean } from '../../../document/nearest-word.ts'
import { type Assumptions, defaultAssumptions } from '../../../domain/assumptions/assumptions.ts'
import { gatewayOperations } from '../../../http/gateway/transactions.ts'
import type { ApiOperation } from '../../../http/operation.ts'
import { placeholders } from '../../../http/paths.ts'
import { vaultOperations } from '../../../http/vault/operations.ts'

type Paths = Assumptions['paths']
type PathKey = keyof Paths

/** Faults for paths that lack a required placeholder or clash with another path. */
export function pathFaults(given: Partial<Paths>): readonly Fault[] {
  const keys = Object.keys(given) as PathKey[]
  if (keys.length === 0) return []
  const paths = { ...defaultAssumptions.paths, ...given }
  const faults = keys.flatMap((key) => placeholderFaults(key, paths[key]))
  return faults.length > 0 ? faults : collisions(paths, keys)
}

function placeholderFaults(key: PathKey, path: string): readonly Fault[] {
  const wanted = placeholders(defaultAssumptions.paths[key])
  const found = placeholders(path)
  const fault = (message: string): Fault => ({ path: ['assumptions', 'paths', key], message })
  return [
    ...wanted
      .filter((name) => found.filter((one) => one === name).length !== 1)
      .map((name) => fault(`expected {${name}} in it, once`)),
    ...found
      .filter((name) => !wanted.includes(name))
      .map((name) => fault(`{${name}} is not known here${didYouMean(name, wanted)}`)),
  ]
}

/** Compares with every operation, including those whose paths are fixed. */
function collisions(paths: Paths, keys: readonly PathKey[]): readonly Fault[] {
  const assumptions = { ...defaultAssumptions, paths }
  const operations = [...gatewayOperations(assumptions), ...vaultOperations(assumptions)]
  return keys.flatMap((key) => {
    const own = operations.filter((operation) => keyOf(operation) === key)
    const other = operations.find(
      (one) => keyOf(one) !== key && own.some((operation) => collide(operation, one)),
    )
    if (other === undefined) return []
    const message = `collides with ${other.method} ${other.path} (${other.name})`
    return [{ path: ['assumptions', 'paths', key], message }]
  })
}

const keyOfOperation: Partial<Readonly<Record<ApiOperation['name'], PathKey>>> = {
  purchase: 'purchase',
  preauthorisation: 'preauthorisation',
  completion: 'completion',
  refund: 'refund',
  standalone_refund: 'standalone_refund',
  void: 'void',
  customer_lookup: 'customer',
  customer_update: 'customer',
  customer_delete: 'customer',
  token_lookup: 'token',
  token_update: 'token',
  token_delete: 'token',
}

function keyOf({ name }: ApiOperation): PathKey | undefined {
  return keyOfOperation[name]
}

// One path may serve several methods; two spellings of it would hide each other's methods.
function collide(one: ApiOperation, other: ApiOperation): boolean {
  if (one.path === other.path) return one.method === other.method
  const segments = one.path.split('/')
  const others = other.path.split('/')
  return segments.length === others.length && segments.every((text, i) => meets(text, others[i]))
}

function meets(one: string, other: string | undefined): boolean {
  return one === other || (isId(one) && isId(other ?? ''))
}

/** A placeholder, or a literal that looks like a placeholder's value. */
function isId(segment: string): boolean {
  return segment.startsWith('{') || /^\d+$/.test(segment)
}
