import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configTemplate } from '../../../src/cli/commands/tools/init.ts'
import { configJsonSchema } from '../../../src/runtime/config/read-config.ts'
import { settingsFrom } from '../../../src/runtime/config/settings-from.ts'
import { allSettings } from '../../../src/runtime/config/settings-table.ts'
import { scratchFolder } from '../scratch.ts'

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

test('every example in that file is accepted', async () => {
  const examples = Object.values(allSettings).flatMap(({ config, example }) =>
    config === undefined || example === undefined ? [] : [{ config, value: parse(example) }],
  )
  const at = (key: string) => examples.find(({ config }) => config === key)?.value
  await using folder = await scratchFolder({ 'holidays.yaml': 'holidays: [2026-01-01]' })
  const { users, merchants, seed, clock, accept } = await settingsFrom(
    {
      config: {
        ...{ auth: 'required', users: at('users'), merchants: at('merchants'), seed: at('seed') },
        ...{ clock: at('clock'), holidays: at('holidays') },
        report: { accept: at('report.accept') },
      },
    },
    'serve',
    folder.path,
  )
  expect([users, merchants, accept].map((list) => list?.length)).toEqual([1, 2, 1])
  expect([seed, clock]).toEqual([7, Date.parse('2026-03-10T01:00:00Z')])
  expect(examples).toHaveLength(6)
})
