import { capitalised } from '../../base/text/counted.ts'
import type { Setting } from './setting.ts'
import { allSettings, configGroups } from './settings-table.ts'

/** A key of the config file: a setting, or a group of them. */
export interface ConfigKey {
  readonly name: string
  /** `server.tls.cert` */
  readonly path: string
  /** What it is for, as a sentence. */
  readonly words: string
  readonly setting?: Setting
}

/** The keys of the config file, or of a group of it, in the order of the settings. */
export function configKeys(group?: string): readonly ConfigKey[] {
  const prefix = group === undefined ? '' : `${group}.`
  const keys = new Map<string, ConfigKey>()
  for (const setting of Object.values(allSettings)) {
    const { config = '', help } = setting
    if (config === '' || !config.startsWith(prefix)) continue
    const [name = '', inner] = config.slice(prefix.length).split('.')
    const path = `${prefix}${name}`
    if (keys.has(name)) continue
    const key = { name, path, words: configGroups[path] ?? `${capitalised(help)}.` }
    keys.set(name, inner === undefined ? { ...key, setting } : key)
  }
  return [...keys.values()]
}

/** A default as people read it: `127.0.0.1`, `[default]`; none if nothing needs to be said. */
export function defaultText({ default: usual, usually }: Setting): string | undefined {
  if (usually !== undefined) return usually
  if (usual === undefined || usual === false) return undefined
  if (Array.isArray(usual)) return usual.length === 0 ? undefined : usual.join(', ')
  return String(usual)
}
