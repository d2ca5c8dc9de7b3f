import { didYouMean } from '../../document/nearest-word.ts'
import type { Setting } from '../../runtime/config/setting.ts'
import { BadValue } from '../define/option.ts'
import { outputFile } from './argument.ts'

/** The value that the text of an option or variable means; `before` is what an earlier one gave. */
export function settingValue({ kind }: Setting, text: string, before?: unknown): unknown {
  if (!kind.isList) return checkedValue(kind, text)
  const values = text.split(',').map((one) => checkedValue(kind, one.trim()))
  return [...(Array.isArray(before) ? before : []), ...values]
}

function checkedValue(kind: Setting['kind'], text: string): unknown {
  const value = kind.read?.(text) ?? text
  if (kind.accepts(value)) return kind.isWritten ? outputFile(text) : value
  const form = `it must be ${kind.form}${didYouMean(text, kind.words ?? [])}`
  throw new BadValue(kind.fault?.(text) ?? form, kind.isSecret)
}
