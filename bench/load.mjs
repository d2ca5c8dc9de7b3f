import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.mjs'
import { requestTexts } from './requests.mjs'

/**
 * A process of its own, so that asking takes nothing from answering. Gets a job, gives its result.
 * @typedef {import('./requests.mjs').Ask & {
 *   port: number, connections: number, seconds: number, most?: number, offered?: number }} Job
 *   `offered`: so many a second, however fast the answers are.
 * @typedef {{ answered: number, refused: number, perSecond: number, p50: number, p99: number }} Result
 */

process.on('message', (/** @type {Job} */ job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error) }),
  )
})

/** @param {Job} job @returns {Promise<Result>} */
async function run(job) {
  const textOf = requestTexts(job)
  const most = job.most ?? Number.POSITIVE_INFINITY
  /** @type {number[]} */
  const latencies = []
  let sent = 0
  let refused = 0
  const startedAt = performance.now()
  const until = startedAt + job.seconds * 1000
  const keepAsking = async () => {
    const connection = new Connection(job.port)
    for (let now = performance.now(); now < until && sent < most; ) {
      const n = sent++
      if (job.offered !== undefined) {
        await pause(Math.max(0, startedAt + (n * 1000) / job.offered - now))
        now = performance.now()
      }
      const status = await connection.ask(textOf(n))
      const answeredAt = performance.now()
      latencies.push(answeredAt - now)
      if (status >= 300) refused++
      now = answeredAt
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: job.connections }, keepAsking))
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((one, other) => one - other)
  const part = (/** @type {number} */ share) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    answered: latencies.length,
    refused,
    perSecond: latencies.length / seconds,
    p50: part(0.5),
    p99: part(0.99),
  }
}
