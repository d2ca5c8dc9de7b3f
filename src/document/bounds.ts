import type { Fault, Path } from './complaint.ts'

/** Size limits for the parts of a document. */
export interface Limits {
  readonly depth: number
  readonly keys: number
  readonly text: number
  /** Entries of a list; some lists may be longer. */
  readonly entries: number
  readonly longer?: Readonly<Record<string, number>>
}

const MOST_TOLD = 10

/** Finds parts of a value that are too large to check, and names that no object may have. */
export function boundsFaults(value: unknown, limits: Limits): readonly Fault[] {
  const faults: Fault[] = []
  const path: (string | number)[] = []
  const visit = (one: unknown): void => {
    if (faults.length >= MOST_TOLD) return
    const fault = faultOf(one, path, limits)
    if (fault !== undefined) faults.push({ ...fault, path: [...fault.path] })
    else if (typeof one === 'object' && one !== null) visitMembers(one)
  }
  const visitMembers = (one: object): void => {
    for (const [key, member] of Object.entries(one)) {
      path.push(Array.isArray(one) ? Number(key) : key)
      visit(member)
      path.pop()
    }
  }
  visit(value)
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
