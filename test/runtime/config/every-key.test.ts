import { expect, test } from 'vitest'
import { configTemplate } from '../../../src/cli/commands/run/init.ts'
import { configJsonSchema } from '../../../src/runtime/config/config-schema.ts'
import { blocksOf, page } from '../../docs/pages.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The keys that a config can have, each by its path. */
function keysOf({ properties = {}, items, anyOf = [] }: Schema): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, part]) => [
    name,
    ...keysOf(part).map((key) => `${name}.${key}`),
  ])
  return [...own, ...(items ? keysOf(items) : []), ...anyOf.flatMap(keysOf)]
}

const keys = keysOf(configJsonSchema() as Schema)

/** Those of which a text shows no value; kinds of payment need only be named. */
function missingIn(text: string, wanted: readonly string[]): readonly string[] {
  return wanted.filter((key) => {
    const name = key.split('.').at(-1)
    const isKind = /\.(?:card_types|methods)\./.test(key)
    return !new RegExp(`(?<![\\w.])${name}${isKind ? '\\b' : ':'}`).test(text)
  })
}

test('init writes every key of the schema', () => {
  expect(keys).toEqual(expect.arrayContaining(['server.tls.cert', 'report.judge', 'users.name']))
  expect(missingIn(configTemplate(), keys)).toEqual([])
})

test('docs/reference/config.md shows every key, but for the assumptions, which have a page of their own', () => {
  const shown = blocksOf(page('docs/reference/config.md'), 'yaml').map(({ code }) => code)
  const wanted = keys.filter((key) => !key.startsWith('assumptions.'))
  expect(missingIn(shown.join('\n'), wanted)).toEqual([])
})
