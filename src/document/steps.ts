/** Long work that can be interrupted after each step: a server has other requests to answer. */
export type Steps<T> = Generator<undefined, T>

/** Lets others have their turn; nothing where it is not time for that yet. */
export type Pause = () => Promise<void> | undefined

/** For programs that serve nobody meanwhile. */
export const withoutPause: Pause = () => undefined

/** All steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** All steps, with pauses between them. */
export async function inTurns<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const turn = pause()
    if (turn !== undefined) await turn
  }
}

/** A step for each entry of a list. */
export function* eachOf<T, R>(
  list: readonly T[],
  work: (one: T, index: number) => R,
): Steps<readonly R[]> {
  const done: R[] = []
  for (const [i, one] of list.entries()) {
    yield
    done.push(work(one, i))
  }
  return done
}

/** What comes in pieces, with pauses between them. */
export async function* piecesInTurns<T>(pieces: Iterable<T>, pause: Pause): AsyncGenerator<T> {
  for (const piece of pieces) {
    yield piece
    await pause()
  }
}
