import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectSandbox, startSandbox } from 'sandgate'

/**
 * @typedef {import('sandgate').Sandbox & { countPaid: () => Promise<number> }} World
 */

/**
 * Test files run at the same time, so each has its own world: in the sandbox of
 * `sandgate exec` where these tests run under it, else in one that is started here.
 * @param {string} file
 * @returns {Promise<World>}
 */
export async function openWorld(file) {
  const name = path.basename(fileURLToPath(file), '.test.mjs')
  const isGiven = process.env.SANDGATE_URL !== undefined
  const sandbox = await (isGiven ? connectSandbox() : startSandbox())
  const world = await sandbox.world(name)
  const countPaid = async () => (await world.transactions({ status: 'approved' })).length
  // The world stays to be looked at, and goes with its sandbox.
  return { ...world, countPaid, close: sandbox.close }
}
