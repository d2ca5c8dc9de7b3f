import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { documentCheck } from '../support/document-check.ts'
import { rounds } from '../support/extent.ts'
import { startTestSandbox } from '../support/start.ts'
import { Lane } from './lane.ts'
import { Random } from './random.ts'

/** `FUZZ_REQUESTS=1000000 FUZZ_SEED=7 npx vitest run test/fuzz` looks further, and elsewhere. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? rounds(1500, 2000, 20_000))
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const LANES = 8
/** A world that never grows old stays quick. */
const STEPS_PER_WORLD = 250

test(`${REQUESTS} requests by chance, from the document and by mutation, with seed ${SEED}`, async () => {
  await using sandbox = await startTestSandbox({ scenarios: [] })
  const check = documentCheck({ api: sandbox.api, assumptions: defaultAssumptions, auth: 'open' })
  const statuses = new Map<number, number>()
  let left = Math.ceil(REQUESTS / STEPS_PER_WORLD)
  const work = async () => {
    while (left > 0) {
      left -= 1
      const name = `lane-${left}`
      const world = await sandbox.running.worlds.open(name)
      const lane = new Lane(
        `${sandbox.url}/w/${name}/v1`,
        world,
        check,
        new Random(SEED * 7919 + left),
      )
      for (let step = 0; step < STEPS_PER_WORLD; step += 1) await lane.step()
      for (const [status, count] of lane.statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + count)
      }
      await sandbox.running.worlds.remove(name)
    }
  }
  await Promise.all(Array.from({ length: LANES }, work))
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  // It has gone deep as well as wide: payments were made, repeated, refused and not found.
  const hoped = [200, 201, 204, 400, 403, 404, 409, 413, 415, 422]
  const missed = hoped.filter((status) => !statuses.has(status))
  if (REQUESTS >= 4000) expect(missed).toEqual([])
  expect(sandbox.logs).toEqual([])
}, 600_000)
