import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * @typedef {{ name: string, url: string, port: number, pid: number, stop: () => Promise<void>,
 *   ready?: Readonly<Record<string, unknown>> }} Server
 */

const PATIENCE = 120_000

/** All that was started and is still there; ended with the bench, whatever happens to it. */
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * @param {string} program A script of Node, or a program.
 * @param {readonly string[]} options
 * @param {{ cwd?: string | undefined, env?: Record<string, string> | undefined }} [place]
 */
export function startProcess(program, options, { cwd, env } = {}) {
  const words = /js$/.test(program) ? [process.execPath, program] : [program]
  const child = spawn(words[0] ?? '', [...words.slice(1), ...options], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000)
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, complaint: () => complaint }
}

/** Ends a process at once: what it would still write is of no interest. */
/** @param {import('node:child_process').ChildProcess} child */
export async function endProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export function endAll() {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Starts a server that writes its address into a ready file.
 * @param {{ name: string, program: string, options: readonly string[], readyFile: string, cwd: string }} plan
 * @returns {Promise<Server>}
 */
export async function startServer({ name, program, options, readyFile, cwd }) {
  await rm(readyFile, { force: true })
  const { child, complaint } = startProcess(program, options, { cwd })
  const until = performance.now() + PATIENCE
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${complaint()}`)
    const text = await readFile(readyFile, 'utf8').catch(() => '')
    if (text.endsWith('\n')) {
      const ready = JSON.parse(text)
      const { url } = ready
      const port = Number(new URL(url).port)
      return { name, url, port, ready, pid: child.pid ?? 0, stop: () => endProcess(child) }
    }
    await pause(5)
  }
  await endProcess(child)
  throw new Error(`${name} was not ready in time`)
}

/** Resident memory of a process in bytes. */
/** @param {number} pid */
export async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** Processor time that a process has used so far, in milliseconds; no number where it is not told. */
/** @param {number} pid */
export async function processorTime(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // In ticks of 10 ms, whatever the system's own clock does.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The process that asks. */
export function startLoad() {
  const child = fork(path.join(import.meta.dirname, 'load.mjs'))
  running.add(child)
  /** @param {import('./load.mjs').Job} job @returns {Promise<import('./load.mjs').Result>} */
  const ask = async (job) => {
    child.send(job)
    const [answer] = await once(child, 'message')
    if (answer.error) throw new Error(answer.error)
    return answer.result
  }
  return { ask, stop: () => endProcess(child) }
}
