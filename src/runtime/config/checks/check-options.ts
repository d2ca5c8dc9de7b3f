import { didYouMean } from '../../../document/nearest-word.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import {
  allowHostForm,
  hostForm,
  isHost,
  isPublicUrl,
  isToken,
  publicUrlForm,
  tokenForm,
} from '../../listening/server-address.ts'
import { StartError } from '../../start-error.ts'
import { startInstant, startInstantForm } from '../config-values.ts'
import type { SandboxOptions } from '../options.ts'

interface OptionForm {
  readonly accepts: (value: unknown) => boolean
  readonly words: string
  /** Error messages must not quote the value. */
  readonly isSecret?: true
}

const yesOrNo: OptionForm = {
  accepts: (value) => typeof value === 'boolean',
  words: 'true or false',
}

/** The form that each option must have. */
export const optionForms: Readonly<Record<keyof SandboxOptions, OptionForm>> = {
  port: {
    accepts: (value) => isWhole(value) && value <= 65_535,
    words: 'a whole number from 0 to 65535',
  },
  host: { accepts: (value) => isText(value) && isHost(value), words: hostForm },
  data: { accepts: isText, words: 'the path of a folder' },
  memory: yesOrNo,
  import: { accepts: isText, words: 'the path of an export' },
  record: { accepts: isText, words: 'the path of a file' },
  scenario: {
    accepts: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
    words: 'the name of a shipped scenario, a file, or a list of these',
  },
  config: {
    accepts: (value) => isText(value) || (typeof value === 'object' && !Array.isArray(value)),
    words: 'the path of a file, or what would be in it',
  },
  seed: {
    accepts: (value) => isWhole(value) && value <= MAX_ID,
    words: `a whole number from 0 to ${MAX_ID}`,
  },
  clock: {
    accepts: (value) =>
      (isText(value) || value instanceof Date) && startInstant(value) !== undefined,
    words: startInstantForm,
  },
  watch: yesOrNo,
  durability: {
    accepts: (value) => value === 'sync' || value === 'relaxed',
    words: "'sync' or 'relaxed'",
  },
  references: {
    accepts: (value) => value === 'any' || value === 'unique',
    words: "'any' or 'unique'",
  },
  controlToken: {
    accepts: (value) => isText(value) && isToken(value),
    words: tokenForm,
    isSecret: true,
  },
  tls: yesOrNo,
  tlsCert: { accepts: isText, words: 'the path of a PEM file' },
  tlsKey: { accepts: isText, words: 'the path of a PEM file' },
  allowHost: {
    accepts: (value) => [value].flat().every((name) => isText(name) && isHost(name)),
    words: allowHostForm,
  },
  publicUrl: { accepts: (value) => isText(value) && isPublicUrl(value), words: publicUrlForm },
  quiet: yesOrNo,
}

/** Refuses options of the wrong form, reporting all of them at once. */
export function checkOptions(options: SandboxOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new StartError('The options of a sandbox are an object', true)
  }
  const lines = Object.entries(options).flatMap(([key, value]) => complaintsOf(key, value))
  if (options.memory === true && options.data !== undefined) {
    lines.push('memory and data cannot be combined: leave one of them out')
  }
  if ((options.tlsCert === undefined) !== (options.tlsKey === undefined)) {
    lines.push('tlsCert and tlsKey go together: the certificate and its private key')
  }
  if (options.tls === true && options.tlsCert !== undefined) {
    lines.push('tls generates a certificate; leave it out to use the given files')
  }
  if (lines.length > 0) throw new StartError(lines.join('\n'), true)
}

function complaintsOf(key: string, value: unknown): readonly string[] {
  const form = Object.hasOwn(optionForms, key)
    ? optionForms[key as keyof SandboxOptions]
    : undefined
  if (form === undefined) {
    return [`There is no option '${key}'${didYouMean(key, Object.keys(optionForms))}`]
  }
  if (value === undefined || form.accepts(value)) return []
  return [`${key}${form.isSecret ? '' : ` ${shown(value)}`} is not ${form.words}`]
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
