import { type Objection, objection } from '../wire/refusal.ts'
import type { Name } from '../wire/routes.ts'
import { type Field, isCorrelationId, MOST, text, wholeNumber } from './fields.ts'

const paging = { limit: wholeNumber(1, 100), offset: wholeNumber(0, 2_147_483_547) }

const ordering: Field = (value, location) =>
  ['name', 'customer_id', 'reference'].includes(String(value))
    ? []
    : [
        objection(
          ['invalid_format', 'out_of_range', 'invalid_type', 'invalid_characters'],
          ...location,
        ),
      ]

const correlationId: Field = (value, location) =>
  isCorrelationId(String(value))
    ? []
    : [
        objection(
          ['invalid_correlation_id', 'invalid_characters', 'invalid_length', 'invalid_format'],
          ...location,
        ),
      ]

function fieldsOf(name: Name): Readonly<Record<string, Field>> {
  const merchant = { merchant_id: wholeNumber(1, MOST) }
  if (name === 'search') return { ...merchant, correlation_id_lookup: correlationId }
  if (name === 'customer_search') {
    return { ...merchant, ...paging, ordering, name: text(60), reference: text(50) }
  }
  if (name === 'token_list') return { ...merchant, ...paging }
  return name.startsWith('customer') || name.startsWith('token') ? merchant : {}
}

export function queryForm(name: Name, query: readonly (readonly [string, string])[]): Objection[] {
  const given = new Map(query)
  const needed = name === 'search' ? ['merchant_id', 'correlation_id_lookup'] : []
  const missing = needed.filter((key) => !given.has(key))
  const wrong = Object.entries(fieldsOf(name)).flatMap(([key, field]) => {
    const count = query.filter(([other]) => other === key).length
    if (count > 1) return [objection('repeated_parameter', 'query', key)]
    return count === 0 ? [] : field(given.get(key), ['query', key])
  })
  return [...missing.map((key) => objection('missing_field', 'query', key)), ...wrong]
}
