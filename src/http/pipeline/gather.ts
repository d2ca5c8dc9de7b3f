/**
 * Lets the requests that arrive in one turn of the event loop be handled one right after the other,
 * once all of them are read: the same code on warm caches does the work of several in the time of
 * one, and the store makes all of them safe with one write.
 */
export function gatherByTurn(): () => Promise<void> {
  let gathering: Promise<void> | undefined
  return () => {
    gathering ??= new Promise((resolve) => {
      setImmediate(() => {
        gathering = undefined
        resolve()
      })
    })
    return gathering
  }
}
