import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { endProcess, startProcess } from './processes.mjs'

/**
 * @typedef {{ program: string, options: (port: number) => readonly string[], path: string, cwd: string }} Starter
 */

const PATIENCE = 120_000

/** Milliseconds from the start of a process to its first answer; it may go on for a while then. */
/** @param {Starter} starter */
export async function timeToAnswer({ program, options, path, cwd }, goOnFor = 0) {
  const port = await freePort()
  const startedAt = performance.now()
  const { child, complaint } = startProcess(program, options(port), cwd)
  try {
    while (!(await answers(port, path))) {
      if (child.exitCode !== null) throw new Error(`It did not start: ${complaint()}`)
      if (performance.now() - startedAt > PATIENCE) throw new Error('It did not answer in time')
      await pause(1)
    }
    const taken = performance.now() - startedAt
    await pause(goOnFor)
    return taken
  } finally {
    await endProcess(child)
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** @param {number} port @param {string} path @returns {Promise<boolean>} */
function answers(port, path) {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(true))
    })
    request.once('error', () => resolve(false))
  })
}
