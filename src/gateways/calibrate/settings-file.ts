import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readYaml } from '../../document/yaml-document.ts'
import { type Setting, withSettings } from '../../document/yaml-settings.ts'
import { assumptionsWith } from '../../domain/assumptions/assumptions.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { configFaults } from '../../runtime/config/checks/config-complaints.ts'
import type { ConfigDocument } from '../../runtime/config/options.ts'
import { checkConfig, readConfig } from '../../runtime/config/read-config.ts'
import { readNamed } from '../../runtime/named-file.ts'
import { StartError } from '../../runtime/start-error.ts'
import { type LabExchange, saidBy } from './lab/exchange.ts'
import { assumedValue, type ConfigMembers, isSame, type Measured, withValue } from './verdict.ts'

/** The config file that measured settings are written to. */
export interface SettingsFile {
  readonly file: string
  /** Empty if there is no file yet. */
  readonly text: string
  readonly document: ConfigDocument
}

/** Refuses a file that could not be preserved. */
export async function openSettingsFile(file: string): Promise<SettingsFile> {
  if (!/\.ya?ml$/.test(file)) {
    throw new StartError(
      `Invalid --write '${file}': pass a .yaml or .yml file, which can contain the evidence as comments`,
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

/** The file's text, changed wherever the gateway behaves differently. */
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
  // An alias or a merge key cannot be changed in only one place.
  if (!isDeepStrictEqual(await valueIn(after, file), wanted)) {
    throw new StartError(`${file} cannot be changed without losing some of it; pass another file`)
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

/** A measured value that no config can express. */
interface Impossible {
  readonly assumption: string
  readonly reason: string
}

/** The settings that make a config behave like the gateway. */
function measuredSettings(document: ConfigDocument, measured: readonly Measured[]) {
  const held = assumptionsWith(document.assumptions ?? {})
  const impossible: Impossible[] = []
  let settings: readonly Setting[] = measured.flatMap((one) => {
    const { key } = one
    if (one.verdict === 'cannot tell' || isSame(assumedValue(held, key), one.gateway)) return []
    if (!one.isSettable) {
      impossible.push({ assumption: key, reason: 'its value is not one that a setting may have' })
      return []
    }
    const comment = [one.how, ...one.by.map(evidenceLine)]
    return [{ path: ['assumptions', ...key.split('.')], value: one.gateway, comment }]
  })
  // A gateway may use one name where a sandbox needs two; the later setting is then left out.
  for (;;) {
    const faults = configFaults(withSettingsOf({ ...document }, settings))
    const faultOf = new Map(faults.map(({ path, message }) => [path.join('.'), message]))
    const sound = settings.filter(({ path }) => !faultOf.has(path.join('.')))
    if (sound.length === settings.length) return { settings, impossible }
    for (const { path } of settings.filter((one) => !sound.includes(one))) {
      const reason = faultOf.get(path.join('.')) ?? ''
      impossible.push({ assumption: path.slice(1).join('.'), reason })
    }
    settings = sound
  }
}

/** The config's value with these settings replaced. */
function withSettingsOf(value: ConfigMembers, settings: readonly Setting[]): ConfigMembers {
  return settings.reduce<ConfigMembers>(
    (held, { path, value: own }) => withValue(held, path, own),
    value,
  )
}

/** `POST /transactions/purchase (in NZD): 200 approved` */
function evidenceLine(exchange: LabExchange): string {
  const { ask, status } = exchange
  const about = ask.about === undefined ? '' : ` (${ask.about})`
  return redactText(`${ask.method} ${ask.path}${about}: ${status} ${saidBy(exchange)}`.trimEnd())
}
