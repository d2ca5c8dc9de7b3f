/**
 * @typedef {{ name: string, port: number, ask: Omit<import('./requests.mjs').Ask, 'run'> }} Contestant
 * @typedef {{ perSecond: number, p50: number, p99: number, ratios: readonly number[], ratio: number,
 *   rounds: readonly import('./load.mjs').Result[] }} Standing
 */

let runs = 0

/**
 * Lets contestants take turns under the same load. A noisy machine is noisy for all of them, so
 * each round's figures are held against the same round's first contestant, and the median counts.
 * @param {import('./bench.mjs').Bench} bench
 * @param {readonly Contestant[]} contestants
 * @returns {Promise<Map<string, Standing>>}
 */
export async function takeTurns({ load, pace }, contestants) {
  /** @type {Map<string, import('./load.mjs').Result[]>} */
  const results = new Map(contestants.map(({ name }) => [name, []]))
  for (let round = -1; round < pace.rounds; round++) {
    for (const { name, port, ask } of contestants) {
      runs++
      const seconds = round === -1 ? pace.warmUp : pace.seconds
      const job = { ...ask, port, seconds, connections: pace.connections, run: `r${runs}` }
      const result = await load.ask(job)
      if (result.refused > 0) throw new Error(`${name} refused ${result.refused} of ${ask.kind}`)
      if (round >= 0) results.get(name)?.push(result)
    }
  }
  const first = results.get(contestants[0]?.name ?? '') ?? []
  return new Map([...results].map(([name, rounds]) => [name, standing(rounds, first)]))
}

/**
 * @param {readonly import('./load.mjs').Result[]} rounds
 * @param {readonly import('./load.mjs').Result[]} first
 * @returns {Standing}
 */
function standing(rounds, first) {
  const ratios = rounds.map(({ perSecond }, i) => perSecond / (first[i]?.perSecond ?? Number.NaN))
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    ratios,
    ratio: median(ratios),
    rounds,
  }
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
