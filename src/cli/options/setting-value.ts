import type { Setting } from '../../runtime/config/setting.ts'
import { BadValue, oneWordOf } from '../define/option.ts'
import { outputFile } from './argument.ts'

/** The value that the text of an option or variable means; `before` is what an earlier one gave. */
export function settingValue({ kind }: Setting, text: string, before?: unknown): unknown {
  if (!kind.isList) return checkedValue(kind, text)
  const texts = kind.isList === 'repeated' ? [text] : text.split(',').map((one) => one.trim())
  const values = texts.map((one) => checkedValue(kind, one))
  return [...(Array.isArray(before) ? before : []), ...values]
}

function checkedValue(kind: Setting['kind'], text: string): unknown {
  if (kind.words !== undefined) return oneWordOf(kind.words)(text)
  const value = kind.read?.(text) ?? text
  if (kind.accepts(value)) return kind.isWritten ? outputFile(text) : value
  throw new BadValue(kind.fault?.(text) ?? `it must be ${kind.form}`, {
    isSecret: kind.isSecret,
  })
}
