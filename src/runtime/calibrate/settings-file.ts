import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readYaml } from '../../document/yaml-document.ts'
import { type Setting, withSettings } from '../../document/yaml-settings.ts'
import { assumptionsWith } from '../../domain/assumptions.ts'
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import type { ConfigDocument } from '../config/config-document.ts'
import { checkConfig, readConfig } from '../config/read-config.ts'
import { StartError } from '../start-error.ts'
import { complaintsOf, isOk, statusWord } from './lab/answer.ts'
import type { Exchange } from './lab/exchange.ts'
import { assumedValue, isSame, type Measured } from './verdict.ts'

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
  return { file, text: await readFile(file, 'utf8'), document }
}

export interface WrittenSettings {
  readonly text: string
  readonly count: number
}

/** The file's text with all that the gateway does otherwise than the file says. */
export async function settingsText(
  { file, text, document }: SettingsFile,
  measured: readonly Measured[],
  against: string,
): Promise<WrittenSettings> {
  const held = assumptionsWith(document.assumptions ?? {})
  const settings = measured.flatMap((one): readonly Setting[] => {
    if (one.verdict === 'cannot tell' || !one.isSettable) return []
    if (isSame(assumedValue(held, one.key), one.gateway)) return []
    const [group = '', ...rest] = one.key.split('.')
    const path = ['assumptions', group, ...rest] as const
    return [{ path, value: one.gateway, comment: [one.how, ...one.by.map(evidenceLine)] }]
  })
  if (settings.length === 0) return { text, count: 0 }
  const wanted = settings.reduce<Values>((held, { path, value }) => withValue(held, path, value), {
    ...document,
  })
  // A gateway may do what no sandbox can.
  await checkConfig(wanted, dirname(resolve(file)))
  const changed = await withSettings(text === '' ? heading(against) : text, settings)
  const { text: read } = await readYaml(changed, file)
  if (isDeepStrictEqual(read?.value, wanted)) return { text: changed, count: settings.length }
  throw new StartError(`${file} cannot be changed without losing some of it; write to another file`)
}

function heading(against: string): string {
  const schema = 'node_modules/sandgate/scenarios/sandgate.config.schema.json'
  return [
    `# yaml-language-server: $schema=${schema}`,
    `# What the gateway at ${against} does otherwise than Sandgate, as 'sandgate calibrate' found it.`,
    '# Above each setting stand the requests that show it.',
    '',
    'assumptions: {}',
    '',
  ].join('\n')
}

type Values = Readonly<Record<string, unknown>>

function withValue(held: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  if (rest.length === 0) return { ...held, [name]: value }
  return { ...held, [name]: withValue({ ...(held[name] ?? {}) }, rest, value) }
}

/** `POST /transactions/purchase (in NZD): 200 approved` */
function evidenceLine(exchange: Exchange): string {
  const { ask, status } = exchange
  const said = isOk(exchange)
    ? String(statusWord(exchange) ?? '')
    : complaintsOf(exchange)
        .map(({ code }) => code)
        .join(', ')
  const about = ask.about === undefined ? '' : ` (${ask.about})`
  return maskCardNumbers(`${ask.method} ${ask.path}${about}: ${status} ${said}`.trimEnd())
}
