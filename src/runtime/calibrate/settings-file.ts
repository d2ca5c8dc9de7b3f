import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readYaml } from '../../document/yaml-document.ts'
import { withSettings } from '../../document/yaml-settings.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import type { ConfigDocument } from '../config/config-document.ts'
import { checkConfig, readConfig } from '../config/read-config.ts'
import { readNamed } from '../named-file.ts'
import { StartError } from '../start-error.ts'
import { type Impossible, measuredSettings, withSettingsOf } from './measured-settings.ts'
import type { Measured } from './verdict.ts'

/** A config file that settings are to be written to. */
export interface SettingsFile {
  readonly file: string
  /** Empty where there is no file yet. */
  readonly text: string
  readonly document: ConfigDocument
}

/** Refuses a file that could not be kept as it is. */
export async function openSettingsFile(file: string): Promise<SettingsFile> {
  if (!/\.ya?ml$/.test(file)) {
    throw new StartError(
      `Invalid --write '${file}': name a .yaml or .yml file, which can hold the evidence as comments`,
      true,
    )
  }
  if (!existsSync(file)) return { file, text: '', document: {} }
  const { document } = await readConfig(resolve(file), file)
  return { file, text: await readNamed(file), document }
}

export interface WrittenSettings {
  readonly text: string
  readonly count: number
  readonly impossible: readonly Impossible[]
}

/** The file's text with all that the gateway does otherwise than the file says. */
export async function settingsText(
  { file, text, document }: SettingsFile,
  measured: readonly Measured[],
  against: string,
): Promise<WrittenSettings> {
  const { settings, impossible } = measuredSettings(document, measured)
  if (settings.length === 0) return { text, count: 0, impossible }
  await checkConfig(withSettingsOf({ ...document }, settings), dirname(resolve(file)))
  const before = text === '' ? heading(against) : text
  const after = await withSettings(before, settings)
  const wanted = withSettingsOf(await valueIn(before, file), settings)
  // An alias or a merge key cannot be changed in one place only.
  if (!isDeepStrictEqual(await valueIn(after, file), wanted)) {
    throw new StartError(`${file} cannot be changed without losing some of it; name another file`)
  }
  return { text: after, count: settings.length, impossible }
}

async function valueIn(text: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  const { text: read } = await readYaml(text, file)
  return isPlainObject(read?.value) ? read.value : {}
}

function heading(against: string): string {
  const schema = 'node_modules/sandgate/scenarios/sandgate.config.schema.json'
  return [
    `# yaml-language-server: $schema=${schema}`,
    `# How the gateway at ${against} differs from Sandgate, measured by 'npx sandgate calibrate'.`,
    '# The comment above each setting names the requests that show it.',
    '',
    'assumptions: {}',
    '',
  ].join('\n')
}
