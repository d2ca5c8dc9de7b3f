import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const binary = fileURLToPath(new URL('../../bin/sandgate.js', import.meta.url))

/** The sandbox that ships, in a process of its own. */
export class SoakedSandbox {
  #child
  #isOver = false

  /** @param {import('node:child_process').ChildProcess} child @param {string} url */
  constructor(child, url) {
    this.#child = child
    this.url = url
    child.once('exit', () => {
      this.#isOver = true
    })
  }

  get isOver() {
    return this.#isOver
  }

  /** @param {string} data @returns {Promise<SoakedSandbox>} */
  static async start(data) {
    const args = [binary, 'start', '--port', '0', '--data', data, '--json', '--quiet']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += chunk
      if (printed.includes('\n')) break
    }
    if (!printed.includes('\n')) throw new Error('The sandbox did not start')
    return new SoakedSandbox(child, JSON.parse(printed).url)
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal) {
    const exit = once(this.#child, 'exit')
    this.#isOver = true
    this.#child.kill(signal)
    await exit
  }

  /** Undefined where the system does not say. */
  residentMegabytes() {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    } catch {
      return undefined
    }
  }

  /**
   * What came back: undefined where no whole answer did.
   * @param {string} method @param {string} place @param {unknown} [body] @param {string} [id]
   * @returns {Promise<{ status: number, body: any } | undefined>}
   */
  async call(method, place, body, id) {
    try {
      const answer = await fetch(this.url + place, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(id !== undefined && { 'x-correlation-id': id }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') }
    } catch {
      return undefined
    }
  }
}
