import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const binary = fileURLToPath(new URL('../../bin/sandgate.js', import.meta.url))

/** Room on the disk is taken away by a limit, whose signal must not end the process. */
const shell = `trap '' XFSZ; exec "$@"`

/** With more room, V8 leaves so much garbage that the memory says little about what is kept. */
const heap = '--max-old-space-size=192'

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

  get pid() {
    return this.#child.pid ?? 0
  }

  /**
   * @param {{ readonly data: string, readonly config: string, readonly port: number }} options
   * @returns {Promise<SoakedSandbox>}
   */
  static async start({ data, config, port }) {
    const options = ['--port', String(port), '--data', data, '--config', config]
    const command = [process.execPath, heap, binary, 'start', ...options, '--json', '--quiet']
    const isPosix = process.platform !== 'win32'
    const [program = '', ...args] = isPosix ? ['sh', '-c', shell, 'soak', ...command] : command
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let complaints = ''
    child.stderr.on('data', (chunk) => {
      complaints = (complaints + chunk).slice(-1000)
    })
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += chunk
      if (printed.includes('\n')) break
    }
    if (!printed.includes('\n')) throw new Error(`The sandbox did not start: ${complaints}`)
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
      const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
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
