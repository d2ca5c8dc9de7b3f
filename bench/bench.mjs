import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importState } from './control.mjs'
import { endAll, startLoad, startServer } from './processes.mjs'
import { bundledBareServer } from './product-parts.mjs'
import { Stores } from './stores.mjs'

/**
 * @typedef {'memory' | 'relaxed' | 'sync'} Mode
 * @typedef {{ rounds: number, seconds: number, warmUp: number, connections: number, starts: number }} Pace
 * @typedef {Awaited<ReturnType<typeof openBench>>} Bench
 */

/** @type {Pace} */
// Many short rounds: a median of them leaves out what else the machine did.
const thorough = { rounds: 11, seconds: 0.7, warmUp: 2, connections: 16, starts: 15 }
/** @type {Pace} */
const hasty = { rounds: 3, seconds: 0.4, warmUp: 0.4, connections: 16, starts: 3 }

const root = path.resolve(import.meta.dirname, '..')

/**
 * What all figures share: where files may lie, who asks, and how servers are started.
 * @param {{ quick: boolean, program?: string | undefined, earlier?: string | undefined }} options
 */
export async function openBench({
  quick,
  program = path.join(root, 'bin', 'sandgate.js'),
  earlier,
}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-bench-'))
  const bareProgram = await bundledBareServer(folder)
  const load = startLoad()
  const stores = new Stores(folder)
  let started = 0

  const startBare = () => {
    const readyFile = path.join(folder, `ready-${++started}`)
    const options = ['0', readyFile]
    return startServer({ name: 'bare', program: bareProgram, options, readyFile, cwd: folder })
  }

  /**
   * @param {Mode} mode
   * @param {{ data?: string, options?: readonly string[], from?: string }} [more]
   */
  const startSandgate = async (mode, { data, options = [], from = program } = {}) => {
    const readyFile = path.join(folder, `ready-${++started}`)
    const place =
      mode === 'memory'
        ? ['--memory']
        : ['--data', data ?? (await stores.dataFolder({})), '--durability', mode]
    const all = ['start', '--port', '0', '--ready-file', readyFile, '--quiet', ...place, ...options]
    return await startServer({ name: mode, program: from, options: all, readyFile, cwd: folder })
  }

  /**
   * A sandbox that holds so much already.
   * @param {Mode} mode @param {{ transactions?: number, customers?: number }} counts
   */
  const startFull = async (mode, counts) => {
    if (mode !== 'memory') return startSandgate(mode, { data: await stores.dataFolder(counts) })
    const server = await startSandgate(mode)
    await importState(server.url, await stores.state(counts))
    return server
  }

  const close = async () => {
    endAll()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  const pace = quick ? hasty : thorough
  const sizes = quick ? [10_000] : [10_000, 100_000, 1_000_000]
  return {
    ...{ quick, folder, program, earlier, bareProgram, load, stores, pace, sizes },
    ...{ startBare, startSandgate, startFull, close },
  }
}
