import { processorTime } from './processes.mjs'

/**
 * @typedef {{ name: string, server: import('./processes.mjs').Server,
 *   ask: Omit<import('./requests.mjs').Ask, 'run'> }} Contestant
 * @typedef {import('./load.mjs').Result & { processorMicros: number }} Round
 * @typedef {{ perSecond: number, p50: number, p99: number, processorMicros: number,
 *   ratio: number, ratios: readonly number[], rounds: readonly Round[] }} Standing
 */

let runs = 0

/**
 * Lets contestants take turns under the same load. A noisy machine is noisy for all of them, so
 * each round's figures are held against the same round's first contestant, and the median counts.
 * @param {import('./bench.mjs').Bench} bench
 * @param {readonly Contestant[]} contestants
 * @returns {Promise<(name: string) => Standing>}
 */
export async function takeTurns(bench, contestants) {
  /** @type {Map<string, Round[]>} */
  const results = new Map(contestants.map(({ name }) => [name, []]))
  for (let round = -1; round < bench.pace.rounds; round++) {
    // Whoever comes second gains or loses by it, so every other round goes the other way round.
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const isWarmUp = round === -1
      const result = await turn(bench, contestant, isWarmUp)
      if (!isWarmUp) results.get(contestant.name)?.push(result)
    }
  }
  const first = results.get(contestants[0]?.name ?? '') ?? []
  return (name) => standing(results.get(name) ?? [], first)
}

/**
 * @param {import('./bench.mjs').Bench} bench @param {Contestant} contestant
 * @param {boolean} isWarmUp @returns {Promise<Round>}
 */
async function turn({ load, pace }, { name, server, ask }, isWarmUp) {
  runs++
  const seconds = isWarmUp ? pace.warmUp : pace.seconds
  const { connections } = pace
  const before = await processorTime(server.pid)
  const result = await load.ask({
    ...ask,
    port: server.port,
    seconds,
    connections,
    run: `r${runs}`,
  })
  const used = (await processorTime(server.pid)) - before
  if (result.refused > 0) throw new Error(`${name} refused ${result.refused} of ${ask.kind}`)
  return { ...result, processorMicros: (used * 1000) / result.answered }
}

/** @param {readonly Round[]} rounds @param {readonly Round[]} first @returns {Standing} */
function standing(rounds, first) {
  const ratios = rounds.map(({ perSecond }, i) => perSecond / (first[i]?.perSecond ?? Number.NaN))
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    processorMicros: median(rounds.map(({ processorMicros }) => processorMicros)),
    ratio: median(ratios),
    ratios,
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
