import { resolve } from 'node:path'
import type { StartOptions } from './config/options.ts'
import type { Settings } from './config/settings.ts'
import type { settingsTable } from './config/settings-table.ts'

/** What a sandbox prints and writes besides its data. */
export interface OutputOptions extends Pick<StartOptions, 'readyFile' | 'log' | 'quiet'> {
  /** The file to record the run to; it is complete once the sandbox has stopped. */
  readonly record?: string | undefined
}

/**
 * What a sandbox was started with, by option, as another start with its data folder compares it. The
 * options that are missing here show in its answers.
 */
export function startedWith(
  settings: Settings,
  { record, readyFile, log, quiet = false }: OutputOptions,
): Readonly<Record<string, string>> {
  const { host, hosts, publicUrl, durability, controlToken, tls, document, baseline } = settings
  const { seed, clock, uniqueReferences, watch } = settings
  const files = tls?.kind === 'files' ? tls : undefined
  const values: { readonly [Name in keyof typeof settingsTable]?: unknown } = {
    host,
    allowHost: hosts,
    publicUrl,
    durability,
    controlToken,
    tls: tls?.kind,
    tlsCert: absolute(files?.cert),
    tlsKey: absolute(files?.key),
    config: document,
    import: absolute(baseline),
    seed,
    clock,
    uniqueReferences,
    watch,
    record: absolute(record),
    readyFile: absolute(readyFile),
    log: absolute(log),
    quiet,
  }
  const texts = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value ?? null)])
  return Object.fromEntries(texts)
}

function absolute(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path)
}
