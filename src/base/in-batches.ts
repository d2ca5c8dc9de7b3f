import { isPlainObject } from './plain-object.ts'
import { setImmediate } from './timers.ts'

/**
 * Lets the other requests of the process run. An immediate that a request sets comes before the next
 * request is read, so two of them are needed.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** Checking this many rules takes about 1 ms, and 40 ms if each has 1,000 long globs. */
const BATCH = 5

/** Works through a list; each batch of a long one has its own turn, apart from what comes next. */
export async function inBatches<T, R>(
  list: readonly T[],
  work: (one: T, index: number) => R,
  size = BATCH,
): Promise<readonly R[]> {
  const isLong = list.length > size
  const done: R[] = []
  for (const [i, one] of list.entries()) {
    if (isLong && i % size === 0) await nextTurn()
    done.push(work(one, i))
  }
  if (isLong) await nextTurn()
  return done
}

/** Writing this many findings, each with 40 requests, takes a few milliseconds. */
const LONG = 20

/** What `JSON.stringify` writes for the same value; long lists are written in several turns. */
export async function jsonInBatches(value: unknown): Promise<string | undefined> {
  if (Array.isArray(value) && value.length > LONG) {
    // Not joined in the end, which would take the memory of all texts once more.
    let text = ''
    const add = (one: unknown) => {
      text += `${text === '' ? '[' : ','}${JSON.stringify(one) ?? 'null'}`
    }
    await inBatches(value, add, LONG)
    return `${text}]`
  }
  if (!isPlainObject(value) || 'toJSON' in value) return JSON.stringify(value)
  const members: string[] = []
  for (const [name, one] of Object.entries(value)) {
    const text = await jsonInBatches(one)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(',')}}`
}
