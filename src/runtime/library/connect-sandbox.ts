import { controlClient } from '../../control/client/control-client.ts'
import { sandboxUrl, worldInUrl } from '../listening/server-address.ts'
import { StartError } from '../start-error.ts'
import { sandboxAt } from './client-sandbox.ts'
import type { Sandbox } from './sandbox.ts'

export interface ConnectOptions {
  /** The control token, if the sandbox has one; defaults to `SANDGATE_CONTROL_TOKEN`. */
  readonly token?: string | undefined
  /** The world to use; defaults to the one in the address, then to `SANDGATE_WORLD`. */
  readonly world?: string | undefined
  /** The CA file of an https address; defaults to `SANDGATE_CA`. */
  readonly ca?: string | undefined
}

/**
 * Connects to a sandbox that is already running, under `exec` or in a container. Closing leaves it
 * running.
 */
export async function connectSandbox(
  url: string | undefined = process.env.SANDGATE_URL,
  options: ConnectOptions = {},
): Promise<Sandbox> {
  if (url === undefined || url === '') {
    throw new StartError('There is no sandbox to connect to: pass its address or set SANDGATE_URL')
  }
  const address = worldInUrl(sandboxUrl(url))
  const { SANDGATE_CONTROL_TOKEN, SANDGATE_WORLD, SANDGATE_CA } = process.env
  const token = options.token ?? (SANDGATE_CONTROL_TOKEN || undefined)
  const world = options.world ?? address.world ?? (SANDGATE_WORLD || 'default')
  const isSecure = /^https:/i.test(address.url)
  const ca = isSecure ? (options.ca ?? (SANDGATE_CA || undefined)) : undefined
  const target = { url: address.url, token, trust: ca === undefined ? ca : await trustIn(ca) }
  await controlClient(target).health()
  const sandbox = sandboxAt({
    target,
    url: address.url,
    ca,
    close,
    async closeWorld(client, name) {
      if (name !== 'default') await client.removeWorld(name)
    },
  })
  return world === 'default' ? sandbox : { ...(await sandbox.world(world)), ...leftRunning }
}

/** Loads the TLS code only if it is needed. */
async function trustIn(ca: string) {
  const { trustInFile } = await import('./client-sandbox.ts')
  return await trustInFile(ca)
}

const close = async () => undefined
const leftRunning = { close, [Symbol.asyncDispose]: close }
