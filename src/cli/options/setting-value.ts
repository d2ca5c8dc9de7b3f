import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../../document/nearest-word.ts'
import { lowerFirst } from '../../insight/counted.ts'
import type { Setting } from '../../runtime/config/setting.ts'
import { type CliError, misuse } from '../cli-error.ts'
import { outputFile } from './argument.ts'

/** The value that the text of an option or variable means; `name` is how the user calls it. */
export function settingValue(
  { kind }: Setting,
  name: string,
  text: string,
  before?: unknown,
): unknown {
  if (kind.isList) {
    const values = text.split(',').map((one) => checked(kind, name, one.trim()))
    return [...(Array.isArray(before) ? before : []), ...values]
  }
  return checked(kind, name, text)
}

function checked(kind: Setting['kind'], name: string, text: string): unknown {
  const value = kind.read?.(text) ?? text
  if (!kind.accepts(value)) {
    const words = `it must be ${kind.form}${didYouMean(text, kind.words ?? [])}`
    throw kind.isSecret ? misuse(`Invalid ${name}: ${words}`) : invalid(name, text, words)
  }
  return kind.isWritten ? writable(name, text) : value
}

function writable(name: string, text: string): string {
  try {
    return outputFile(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw invalid(name, text, lowerFirst(error.message).replace(/\.$/, ''))
  }
}

export function invalid(name: string, text: string, words: string): CliError {
  return misuse(`Invalid ${name} '${text}': ${words}`)
}
