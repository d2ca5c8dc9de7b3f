import { type ControlClient, controlClient } from '../../client/control-client.ts'
import { NoSandboxError } from '../../client/control-error.ts'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import type { Running } from '../../runtime/running.ts'
import type { Log } from '../../runtime/start-hooks.ts'
import { startServer } from '../../runtime/start-server.ts'

export interface FoundSandbox {
  readonly client: ControlClient
  readonly url: string
  readonly api: string
  readonly dashboard: string
  /** Whether this process started it and will stop it. */
  readonly isOwn: boolean
}

/** Uses the sandbox at an address, or starts one in memory; stops only the one it started. */
export class SandboxAccess {
  readonly #url: string
  readonly #token: string | undefined
  readonly #log: Log
  #own: Promise<Running> | undefined

  constructor(url: string, token: string | undefined, log: Log) {
    this.#url = url
    this.#token = token
    this.#log = log
  }

  /** The running sandbox, or a new one. */
  async open(): Promise<FoundSandbox> {
    try {
      return await this.use()
    } catch (error) {
      if (!(error instanceof NoSandboxError)) throw error
    }
    this.#own = start(this.#log)
    return await this.use()
  }

  /** The sandbox that is in use; fails if none answers. */
  async use(): Promise<FoundSandbox> {
    if (this.#own === undefined) return await this.#find()
    const { url, api, dashboard } = await this.#own
    return { client: controlClient({ url }), url, api, dashboard, isOwn: true }
  }

  async close(): Promise<void> {
    await (await this.#own)?.stop()
  }

  /** Fails if none answers: an empty report of a new sandbox would pass for a clean one. */
  async #find(): Promise<FoundSandbox> {
    const client = controlClient({ url: this.#url, token: this.#token, patience: 5000 })
    try {
      await client.health()
    } catch (error) {
      if (!(error instanceof NoSandboxError)) throw error
      const advice = 'Call the tool `sandbox` to start one, or start it with `npx sandgate start`.'
      throw new NoSandboxError(`${error.message}. ${advice}`, error)
    }
    const url = client.urlOf()
    return { client, url, api: `${url}/v1`, dashboard: `${url}/_sandbox`, isOwn: false }
  }
}

async function start(log: Log): Promise<Running> {
  return await startServer(await settingsFrom({}, 'test'), log)
}
