import { expect, test } from 'vitest'
import { loadScenarios } from '../../src/runtime/scenario-source.ts'
import { scratchFolder } from './scratch.ts'

/** What is said of a list of scenarios, without the folder in front of each file. */
async function complaints(entries: readonly string[], folder = ''): Promise<string> {
  const error = await loadScenarios(entries).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'StartError', isUsage: true })
  return (error as Error).message.replaceAll(`${folder}/`, '')
}

test('a file brings the shipped rules that it extends behind its own', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nextends: [default]\nrules: [{ name: mine, outcome: {} }]\n',
  })
  const [loaded] = await loadScenarios([folder.at('a.yaml')])
  expect(loaded?.files).toEqual([folder.at('a.yaml')])
  const ids = loaded?.scenario.rules.map(({ id }) => id) ?? []
  expect(ids[0]).toBe('a/mine')
  expect(ids.slice(1).every((id) => id.startsWith('default/'))).toBe(true)
  expect(ids.length).toBeGreaterThan(10)
})

test('a file extends files beside it by their names', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nextends: [b]\nrules: [{ name: one, outcome: {} }]\n',
    'b.json': '{ "name": "b", "extends": ["c"], "rules": [{ "name": "two", "outcome": {} }] }',
    'c.yml': 'name: c\nrules: [{ name: three, outcome: {} }]\n',
  })
  const [loaded] = await loadScenarios([folder.at('a.yaml')])
  expect(loaded?.scenario.rules.map(({ id }) => id)).toEqual(['a/one', 'b/two', 'c/three'])
  expect(loaded?.files).toEqual([folder.at('a.yaml'), folder.at('b.json'), folder.at('c.yml')])
})

test('what is wrong with several is told at once', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nruels: []\n',
    'b.yaml': 'name: b\nextends:\n  - defualt\n',
    'c.yaml': 'name: c\nextends: [d]\n',
    'd.yaml': 'name: dee\n',
    'e.yaml': 'name: e\nextends: [f]\n',
    'f.yaml': 'name: f\nextends: [e]\n',
  })
  const files = ['a', 'b', 'c', 'e', 'gone'].map((name) => folder.at(`${name}.yaml`))
  expect((await complaints([...files, 'slow-bnk'], folder.path)).split('\n')).toEqual([
    "a.yaml:2:1: ruels: unknown key 'ruels', did you mean 'rules'?",
    "b.yaml:3:5: extends[0]: there is no scenario 'defualt', did you mean 'default'?",
    "d.yaml is extended as 'd', but its name is 'dee'",
    'e.yaml: Scenarios extend each other in a circle: e -> f -> e',
    'There is no scenario file gone.yaml',
    "There is no shipped scenario 'slow-bnk', did you mean 'slow-bank'?",
  ])
})

test('two scenarios of one name are refused', async () => {
  expect(await complaints(['default', 'default'])).toBe(
    "default is the second scenario of the name 'default'; leave one out",
  )
})

test('what works but is probably not meant is told as well', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nrules:\n  - { name: all, outcome: {} }\n  - { name: never, outcome: {} }\n',
  })
  const [loaded] = await loadScenarios([folder.at('a.yaml')])
  expect(loaded?.warnings).toEqual([
    `${folder.at('a.yaml')}:4:5: rules[1]: 'never' is never reached: 'all' matches first, always`,
  ])
})
