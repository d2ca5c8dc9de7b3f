import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configTemplate } from '../../../src/cli/commands/tools/init.ts'
import { configJsonSchema } from '../../../src/runtime/config/read-config.ts'

const validate = new Ajv({ strict: false }).compile(configJsonSchema())

test('every key that is not a value of a table has a description', () => {
  const { properties } = configJsonSchema() as { properties: Record<string, Described> }
  const bare = Object.entries(properties).flatMap(([name, part]) => undescribed(name, part))
  expect(bare.filter((name) => !/surcharge\.(card_types|methods)\./.test(name))).toEqual([])
})

interface Described {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
}

function undescribed(name: string, { description, properties, items }: Described): string[] {
  const inner = Object.entries({ ...properties, ...items?.properties })
  const own = description === undefined ? [name] : []
  return [...own, ...inner.flatMap(([key, part]) => undescribed(`${name}.${key}`, part))]
}

test('an editor finds no fault in what init writes, which points to it', async () => {
  const template = configTemplate()
  validate(parse(template))
  expect(validate.errors).toBeNull()
  const [, target] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(template) ?? []
  expect(target).toBe('node_modules/sandgate/scenarios/sandgate.config.schema.json')
})

test.each([
  [{ sever: {} }],
  [{ server: { port: '7263' } }],
  [{ auth: 'closed' }],
  [{ users: [{ name: 'a', password: 5, merchant: 1 }] }],
  [{ assumptions: { token_id_type: 'number' } }],
])('an editor refuses %j', (document) => {
  expect(validate(document)).toBe(false)
})
