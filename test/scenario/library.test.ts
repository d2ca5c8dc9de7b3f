import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  builtInNames,
  builtInScenario,
  defaultScenario,
  scenarioFinder,
} from '../../src/scenario/library.ts'
import { readScenario } from '../../src/scenario/reading/read.ts'

const folder = new URL('../../scenarios/', import.meta.url)
const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()

test('the library lists every file of the folder', () => {
  expect([...builtInNames].sort()).toEqual(files.map((file) => file.replace('.yaml', '')))
})

test.each(files)(
  '%s has no error, warns only of its built-in name, and says what it does',
  async (file) => {
    const text = await readFile(new URL(file, folder), 'utf8')
    const { document, errors, warnings } = await readScenario(text, file)
    expect(errors).toEqual([])
    expect(warnings.map(({ message }) => message)).toEqual([
      `'${document?.name}' is a built-in scenario, which this one replaces; choose another name`,
    ])
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json')
    expect(document?.name).toBe(file.replace('.yaml', ''))
    expect(document?.description).toMatch(/^[A-Z].*\.$/)
    expect(document?.extends).toEqual(file === 'default.yaml' ? undefined : ['default'])
    expect(document?.rules?.every((rule) => rule.name !== undefined)).toBe(true)
    expect(document).toEqual(await builtInScenario(document?.name ?? ''))
  },
)

test('a name that is not shipped is nothing, not even one that every object has', async () => {
  expect(await builtInScenario('nowhere')).toBeUndefined()
  expect(await builtInScenario('constructor')).toBeUndefined()
})

test('a finder knows the given scenarios and what they extend', async () => {
  const find = await scenarioFinder([{ name: 'mine', extends: ['slow-bank', 'nowhere'] }])
  expect(find('mine')?.name).toBe('mine')
  expect(find('slow-bank')?.name).toBe('slow-bank')
  expect(find('default')).toBe(defaultScenario)
  expect(find('nowhere')).toBeUndefined()
})

test('the manual lists every scenario of the library', async () => {
  const manual = await readFile(new URL('../../docs/guides/scenarios.md', import.meta.url), 'utf8')
  const rows = [...manual.matchAll(/^\| `([a-z-]+)` (?:\* )?\| /gm)].map((match) => match[1])
  expect(rows).toEqual(expect.arrayContaining(builtInNames.filter((name) => name !== 'default')))
})
