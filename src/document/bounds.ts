import type { Fault, Path } from './complaint.ts'

/** How large the parts of a document may be: what comes from outside must not keep us busy for long. */
export interface Limits {
  readonly depth: number
  readonly keys: number
  readonly text: number
  /** Entries of a list; some lists may be longer. */
  readonly entries: number
  readonly longer?: Readonly<Record<string, number>>
}

const MOST_TOLD = 10

/** What of a value is too large to be looked at any closer, and names that no object can have. */
export function boundsFaults(value: unknown, limits: Limits): readonly Fault[] {
  const faults: Fault[] = []
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value, path: [] }]
  while (open.length > 0 && faults.length < MOST_TOLD) {
    const next = open.pop()
    if (next === undefined) break
    const fault = faultOf(next.value, next.path, limits)
    if (fault !== undefined) faults.push(fault)
    else open.push(...membersOf(next.value, next.path))
  }
  return faults
}

function faultOf(value: unknown, path: Path, limits: Limits): Fault | undefined {
  if (path.length > limits.depth) return { path, message: 'this is nested too deeply' }
  if (typeof value === 'string' && value.length > limits.text) {
    return { path, message: `expected at most ${limits.text} characters, found ${value.length}` }
  }
  if (Array.isArray(value)) return listFault(value, path, limits)
  if (typeof value !== 'object' || value === null) return undefined
  const count = Object.keys(value).length
  if (count > limits.keys) {
    return { path, message: `expected at most ${limits.keys} keys, found ${count}` }
  }
  if (!Object.hasOwn(value, '__proto__')) return undefined
  return { path: [...path, '__proto__'], message: "unknown key '__proto__'", atKey: true }
}

function listFault(list: readonly unknown[], path: Path, limits: Limits): Fault | undefined {
  const most = limits.longer?.[path.join('.')] ?? limits.entries
  if (list.length <= most) return undefined
  return { path, message: `expected at most ${most} entries, found ${list.length}` }
}

function membersOf(value: unknown, path: Path) {
  if (typeof value !== 'object' || value === null) return []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((one, i) => [i, one] as const)
    : Object.entries(value)
  return entries.map(([key, one]) => ({ value: one, path: [...path, key] }))
}
