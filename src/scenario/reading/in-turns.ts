/** Lets others have their turn: a check of many rules must not keep a server from its requests. */
export type Pause = () => Promise<void>

export const withoutPause: Pause = async () => undefined

/** Rules are worked on so many at a time. */
const AT_A_TIME = 20

export async function inTurns<T, R>(
  list: readonly T[],
  pause: Pause,
  work: (one: T, index: number) => R,
): Promise<readonly R[]> {
  const done: R[] = []
  for (const [i, one] of list.entries()) {
    if (i % AT_A_TIME === AT_A_TIME - 1) await pause()
    done.push(work(one, i))
  }
  return done
}
