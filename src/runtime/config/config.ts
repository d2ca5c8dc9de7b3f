import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import type { ConfigDocument } from './config-document.ts'
import type { CheckedConfig } from './read-config.ts'

/** A config that holds together, and the folder from which its relative paths count. */
export interface Config extends CheckedConfig {
  readonly folder: string
}

const fileNames = ['sandgate.config.yaml', 'sandgate.config.yml', 'sandgate.config.json']

/** The config that was asked for, else the working folder's own, else an empty one. */
export async function loadConfig(
  given: string | ConfigDocument | undefined,
  folder: string,
): Promise<Config> {
  const source = given ?? ownFile(folder)
  if (source === undefined) return { document: {}, folder }
  // Most starts have no config, and need not wait for what reads one.
  const { checkConfig, readConfig } = await import('./read-config.ts')
  if (typeof source === 'object') return { ...(await checkConfig(source, folder)), folder }
  const path = resolve(folder, source)
  return { ...(await readConfig(path, source)), folder: dirname(path) }
}

function ownFile(folder: string): string | undefined {
  // A link that leads nowhere counts: it was put there to be read.
  const isThere = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })
  const [first, second] = fileNames.filter(isThere)
  if (second === undefined) return first
  throw new StartError(`Both ${first} and ${second} are here; remove one or pass --config`, true)
}
