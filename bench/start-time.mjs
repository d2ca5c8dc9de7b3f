import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.mjs'
import { Connection } from './connection.mjs'
import { endProcess, startProcess } from './processes.mjs'
import { requestTexts } from './requests.mjs'

/**
 * How to start a server on a port, and what a payment is to it.
 * @typedef {{ program: string, cwd: string, kind: import('./requests.mjs').Kind,
 *   options: (port: number) => readonly string[],
 *   env?: ((port: number) => Record<string, string>) | undefined }} Starter
 */

const PATIENCE = 120_000

/**
 * Starts a server and pays once; `ms` is the time from the start of its process to that answer.
 * @param {Starter} starter
 */
export async function startAndPay({ program, options, env, cwd, kind }) {
  const port = await freePort()
  const startedAt = performance.now()
  const { child, complaint } = startProcess(program, options(port), { cwd, env: env?.(port) })
  const pay = requestTexts({ kind, run: `start-${port}` })(0)
  while (!(await isPaid(port, pay))) {
    const isGone = child.exitCode !== null
    if (isGone || performance.now() - startedAt > PATIENCE) {
      await endProcess(child)
      throw new Error(`${program} did not start: ${complaint()}`)
    }
    await pause(1)
  }
  return { child, port, ms: performance.now() - startedAt }
}

/** Milliseconds from the start of a process to its first payment; it may go on for a while then. */
/** @param {Starter} starter */
export async function timeToPayment(starter, goOnFor = 0) {
  const { child, ms } = await startAndPay(starter)
  await pause(goOnFor)
  await endProcess(child)
  return ms
}

/** @param {number} port @param {string} text @returns {Promise<boolean>} */
async function isPaid(port, text) {
  const connection = new Connection(port)
  try {
    const status = await connection.ask(text)
    if (status >= 300) throw new Error(`The first payment was answered with ${status}`)
    return true
  } catch (cause) {
    // Nobody listens yet.
    if (Reflect.get(Object(cause), 'code') === 'ECONNREFUSED') return false
    throw cause
  } finally {
    connection.close()
  }
}
