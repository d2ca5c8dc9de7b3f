/** Where a command runs. */
export interface Spawned {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that is running, in a process of its own or in this one. */
export abstract class Running implements AsyncDisposable {
  abstract readonly ended: Promise<Ended>
  abstract readonly pid: number | undefined
  readonly printed = { stdout: '', stderr: '' }
  readonly #waiting = new Set<() => void>()

  abstract kill(signal: NodeJS.Signals): void

  /** Stops it as Ctrl-C does, and gives how it ended. */
  async interrupt(): Promise<Ended> {
    this.kill('SIGINT')
    return await this.ended
  }

  /** Settles once it has printed what is looked for; fails if it ends without. */
  async printing(wanted: string | RegExp, where: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
    let isOver = false
    this.ended.then(() => {
      isOver = true
      for (const look of this.#waiting) look()
    }, undefined)
    return await new Promise((resolve, reject) => {
      const look = () => {
        const text = this.printed[where].match(wanted)?.[0]
        if (text === undefined && !isOver) return
        this.#waiting.delete(look)
        if (text !== undefined) resolve(text)
        else reject(new Error(`It ended without ${wanted}: ${JSON.stringify(this.printed)}`))
      }
      this.#waiting.add(look)
      look()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGTERM')
    await this.ended
  }

  protected collect(where: 'stdout' | 'stderr', text: string): void {
    this.printed[where] += text
    for (const look of this.#waiting) look()
  }
}

/**
 * Nothing of what the tests themselves run under may leak into what they look at. As in CI, `exec` keeps
 * no run.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(?:SANDGATE_|FORCE_COLOR$|NO_COLOR$|VITEST|NODE_OPTIONS$|\w+_proxy$)/i
  const others = Object.entries(process.env).filter(([name]) => !ours.test(name))
  return { ...Object.fromEntries(others), CI: 'true' }
}
