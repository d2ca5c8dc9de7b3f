/** Lets the other requests of the process run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Checking this many rules takes about 10 ms. */
const BATCH = 50

/** Processes a long list; other requests run after each batch. */
export async function inBatches<T, R>(
  list: readonly T[],
  work: (one: T, index: number) => R,
  size = BATCH,
): Promise<readonly R[]> {
  const done: R[] = []
  for (const [i, one] of list.entries()) {
    if (i % size === size - 1) await nextTurn()
    done.push(work(one, i))
  }
  return done
}
