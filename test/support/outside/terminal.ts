import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { stripVTControlCharacters } from 'node:util'

/** Whether this machine has the program that gives a command a terminal. */
export const hasTerminal = canScript()

function canScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    // Not there, or not the one that we know how to call.
    return false
  }
}

/** A shell line in a terminal of 80 columns. */
export class Terminal implements AsyncDisposable {
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  #screen = ''
  readonly #waiting = new Set<() => void>()

  constructor(line: string, env: Readonly<Record<string, string>>) {
    const command = `stty cols 80 rows 24 -echo; exec ${line}`
    this.#child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: 120_000,
      killSignal: 'SIGKILL',
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#screen += chunk
      for (const look of this.#waiting) look()
    })
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
  }

  /** All that was written, with its colours. */
  get screen(): string {
    return this.#screen
  }

  get lines(): readonly string[] {
    return stripVTControlCharacters(this.#screen)
      .trimEnd()
      .split(/\r\n|\r|\n/)
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys)
  }

  async showing(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!this.#screen.includes(text)) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.ended
  }
}
