import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import type { ConfigDocument } from './options.ts'
import type { CheckedConfig } from './read-config.ts'

/** A valid config, and the folder its relative paths start from. */
export interface Config extends CheckedConfig {
  readonly folder: string
}

const fileNames = ['sandgate.config.yaml', 'sandgate.config.yml', 'sandgate.config.json']

/** The given config, else the one in the working folder, else an empty one. */
export async function loadConfig(
  given: string | ConfigDocument | undefined,
  folder: string,
): Promise<Config> {
  const source = given ?? ownFile(folder)
  if (source === undefined) return { document: {}, folder }
  // Most starts have no config, so its reader is loaded only if there is one.
  const { checkConfig, readConfig } = await import('./read-config.ts')
  if (typeof source === 'object') return { ...(await checkConfig(source, folder)), folder }
  const path = resolve(folder, source)
  return { ...(await readConfig(path, source)), folder: dirname(path) }
}

function ownFile(folder: string): string | undefined {
  // A broken link counts as a config, so that the start reports it.
  const isThere = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })
  const [first, second] = fileNames.filter(isThere)
  if (second === undefined) return first
  throw new StartError(`Both ${first} and ${second} are here; remove one or pass --config`, true)
}
