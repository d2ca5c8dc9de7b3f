import type { JsonSchema } from '../../src/control/openapi/json-schema.ts'
import type { Random } from './random.ts'

/** Values that are good for nothing in particular, and bad for most. */
const strange: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e21,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '0',
  '00',
  '-1',
  '1e3',
  'null',
  'undefined',
  'constructor',
  '__proto__',
  'toString',
  '\u0000',
  '\u001b[31m',
  '\ud83d\ude00',
  '\ud800',
  'caf\u00e9',
  '"quoted"',
  '\\',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '$' + '{7*7}',
  'x'.repeat(64),
  'x'.repeat(256),
  'x'.repeat(5000),
  '9'.repeat(16),
  '4111111111111111',
  '4111 1111 1111 1111',
  [],
  [[]],
  ['4111111111111111'],
  {},
  { id: 1 },
  { toString: 'x' },
  { length: -1 },
]

export function strangeValue(random: Random): unknown {
  if (random.chance(0.03)) return nested(random.below(400) + 50)
  if (random.chance(0.03)) return manyMembers(random.below(400) + 50)
  return random.pick(strange)
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

function manyMembers(count: number): unknown {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`K${index}`, 'v']))
}

const letters = 'abcXYZ019 !#$%&()*+,-./:;<=>?@[]^_`{|}~'

/** A value at the edge of what a schema allows, on either side of it. */
export function edgeValue(schema: JsonSchema, random: Random): unknown {
  const { type, minimum, maximum, minLength, maxLength, enum: values } = schema
  if (Array.isArray(values)) return random.pick([...values, `${values[0]}x`, ''])
  if (type === 'integer') {
    const edges = [minimum, maximum].filter((edge) => typeof edge === 'number')
    return edges.length === 0 ? random.below(100) : random.pick(edges) + random.below(3) - 1
  }
  if (type === 'boolean') return random.chance(0.5)
  if (type !== 'string') return strangeValue(random)
  const lengths = [minLength, maxLength, 1].filter((length) => typeof length === 'number')
  return text(Math.max(0, random.pick(lengths) + random.below(3) - 1), random)
}

export function text(length: number, random: Random): string {
  return Array.from({ length }, () => letters[random.below(letters.length)]).join('')
}

const pans = ['4111111111111111', '5555555555554444', '378282246310005', '4000000000000051']

/** Something good in the place of a field that was good. */
export function otherGoodValue(name: string, value: unknown, random: Random): unknown {
  if (name === 'total_amount') return String(1 + random.below(300_000))
  if (name === 'pan' || name === 'CARD.PAN') return random.pick(pans.slice(0, 2))
  if (name === 'currency') return random.pick(['AUD', 'AUD', 'NZD', 'USD'])
  if (name === 'reference' || name === 'preferred_name') return text(1 + random.below(30), random)
  if (name === 'active') return random.chance(0.7)
  return value
}
