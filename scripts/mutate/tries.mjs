/** @typedef {import('./scratch.mjs').Scratch} Scratch */

/**
 * Tries mutants with the tests of one file, in one process as long as that goes well.
 * @param {Scratch} scratch
 * @param {string} file
 * @param {ReadonlyMap<string, readonly number[]>} tests The mutants that each test is tried with.
 * @param {(id: number, by: string) => void} caught
 */
export async function tryIn(scratch, file, tests, caught) {
  /** What a test need not be tried with any more. @type {Map<string, Set<number>>} */
  const done = new Map([...tests.keys()].map((name) => [name, new Set()]))
  /** @type {Set<number>} */
  const noticed = new Set()
  /** Tried first: a mutant before it may have spoiled what the tests share. @type {number | undefined} */
  let doubtful
  for (;;) {
    const open = [...tests].map(([name, ids]) => {
      const rest = ids.filter((id) => !noticed.has(id) && !done.get(name)?.has(id))
      return [
        name,
        rest.sort((one, other) => Number(other === doubtful) - Number(one === doubtful)),
      ]
    })
    const tries = Object.fromEntries(open.filter(([, ids]) => (ids?.length ?? 0) > 0))
    if (Object.keys(tries).length === 0) return
    const told = await scratch.run([file, '--maxWorkers=1'], tries)
    const results = told.filter((line) => line.tried !== undefined)
    for (const [i, { tried, isCaught, name }] of results.entries()) {
      const isLast = i === results.length - 1
      const isSpoiled = isLast && isCaught && told.at(-1)?.spoiled !== undefined
      if (isSpoiled && i > 0) {
        doubtful = tried
        continue
      }
      done.get(name)?.add(tried)
      if (!isCaught) continue
      noticed.add(tried)
      caught(tried, `${file} ${name}`)
    }
    const last = told.at(-1)
    if (last?.trying !== undefined) {
      // The process ended or was ended in the middle of it.
      noticed.add(last.trying)
      caught(last.trying, `${file} does not end`)
    } else if (last?.spoiled !== undefined && results.length === 0) {
      for (const id of tries[last.spoiled] ?? []) done.get(last.spoiled)?.add(id)
    } else if (last?.spoiled === undefined) {
      // Whatever was not tried cannot be: the test was not found, or is left out.
      return
    }
  }
}
