import { restricted } from '../../domain/restricted-text.ts'
import type { JsonSchema } from '../../http/openapi/json-schema.ts'

/** What a schema demands, in words: `string, 1 to 60 characters`. */
export function ruleWords(schema: JsonSchema): string {
  return [kindWords(schema), lengthWords(schema), rangeWords(schema), formWords(schema)]
    .filter((words) => words !== '')
    .join(', ')
}

function kindWords({ type, enum: values, anyOf, oneOf, format }: JsonSchema): string {
  if (Array.isArray(values)) return `one of ${values.map(shown).join(', ')}`
  if (Array.isArray(anyOf) && Array.isArray(anyOf[0]?.enum)) {
    return `string: ${anyOf[0].enum.length > 12 ? 'see errors' : anyOf[0].enum.map(shown).join(', ')}, or a later one`
  }
  if (Array.isArray(oneOf) || Array.isArray(anyOf)) return 'object, one of the following'
  if (format === 'date-time') return 'string, date and time with offset'
  if (format === 'date') return 'string, date'
  if (format === 'uri') return 'string, address'
  return type === 'array' ? 'list' : String(type ?? 'any')
}

function shown(value: unknown): string {
  return value === '' ? '(empty)' : String(value)
}

function lengthWords({ minLength, maxLength, maxProperties, maxItems }: JsonSchema): string {
  if (maxProperties !== undefined) return `at most ${maxProperties} members`
  if (maxItems !== undefined) return `at most ${maxItems}`
  if (maxLength === undefined) return ''
  return minLength === undefined
    ? `at most ${maxLength} characters`
    : `${minLength} to ${maxLength} characters`
}

function rangeWords({ minimum, maximum }: JsonSchema): string {
  return minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`
}

function formWords({ pattern, default: usual }: JsonSchema): string {
  const form =
    pattern === restricted.source
      ? 'letters, digits, spaces and ASCII punctuation but quotes and backslash'
      : pattern === undefined
        ? ''
        : `matches ${pattern}`
  const standard = usual === undefined ? '' : `${JSON.stringify(usual)} unless given`
  return [form, standard].filter((words) => words !== '').join(', ')
}
