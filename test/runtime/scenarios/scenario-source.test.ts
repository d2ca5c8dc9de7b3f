import { expect, test } from 'vitest'
import { portableScenario } from '../../../src/runtime/scenarios/scenario-file.ts'
import { loadScenarios } from '../../../src/runtime/scenarios/scenario-source.ts'
import { scratchFolder } from '../scratch.ts'

/** What is said of a list of scenarios, without the folder in front of each file. */
async function complaints(entries: readonly string[], folder = ''): Promise<string> {
  const error = await loadScenarios(entries).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'StartError', isUsage: true })
  return (error as Error).message.replaceAll(`${folder}/`, '')
}

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

test('a path in extends is refused with the name to write instead', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nextends: [./b.yaml, b.yaml, ../other/b, "a b"]\n',
    'b.yaml': 'name: b\nextends: [default]\n',
  })
  const found = 'expected a name, found a path; a file in this folder is found by its name alone: b'
  expect((await complaints([folder.at('a.yaml')], folder.path)).split('\n')).toEqual([
    `a.yaml:2:11: extends[0]: ${found}`,
    `a.yaml:2:21: extends[1]: ${found}`,
    `a.yaml:2:29: extends[2]: ${found}`,
    'a.yaml:2:41: extends[3]: expected up to 60 letters, digits, dots, dashes and underscores',
  ])
})

test('what is wrong with extends is listed with the other faults, in the order of lines', async () => {
  await using folder = await scratchFolder({
    'a.yaml': `name: a
extends: [a, nowhere, b, 5]
ruels: []
rules:
  - { outcome: { kvps: { a-b: x } } }
`,
    'b.yaml': 'name: b\nextends: [defualt]\ndescripton: x\n',
  })
  expect((await complaints([folder.at('a.yaml')], folder.path)).split('\n')).toEqual([
    "a.yaml:2:11: extends[0]: 'a' extends itself (a → a); remove this name",
    "a.yaml:2:14: extends[1]: there is no scenario 'nowhere', nor a file nowhere.yaml beside this one",
    'a.yaml:2:26: extends[3]: expected a string, found 5; write it in quotes: "5"',
    "a.yaml:3:1: ruels: unknown key 'ruels'. Did you mean 'rules'?",
    'a.yaml:5:26: rules[0].outcome.kvps.a-b: expected a key of up to 64 letters, digits, underscores and dots',
    "b.yaml:2:11: extends[0]: there is no scenario 'defualt'. Did you mean 'default'?",
    "b.yaml:3:1: descripton: unknown key 'descripton'. Did you mean 'description'?",
  ])
})

test('a file extends those that are loaded before it, wherever they are', async () => {
  await using folder = await scratchFolder({
    'base/base.yaml': 'name: base\nrules: [{ name: one, outcome: {} }]\n',
    'top.yaml': 'name: top\nextends: [base]\n',
  })
  const [base, top] = [folder.at('base/base.yaml'), folder.at('top.yaml')]
  const loaded = await loadScenarios([base, top])
  expect(loaded[1]?.scenario.rules.map(({ id }) => id)).toEqual(['base/one'])
  // So that a watch takes it up again when the other file changes.
  expect(loaded[1]?.files).toEqual([top, base])
  expect(await complaints([top, base], folder.path)).toContain("there is no scenario 'base'")
})

test('two scenarios of one name are refused', async () => {
  expect(await complaints(['default', 'default'])).toBe(
    "default is the second scenario of the name 'default'; leave one out",
  )
})

test('what works but is probably a mistake is listed as well', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nrules:\n  - { name: all, outcome: {} }\n  - { name: never, outcome: {} }\n',
  })
  const [loaded] = await loadScenarios([folder.at('a.yaml')])
  expect(loaded?.warnings).toEqual([
    `${folder.at('a.yaml')}:4:5: rules[1]: 'never' is never reached: 'all' has the same conditions and comes first`,
  ])
})

test.each([
  ['itself', '[b, a]', 'extends[1]', 'a → a'],
  ['a file that extends it', '[b, c]', 'extends[1]', 'a → c → a'],
])('a file that extends %s is refused at its line', async (_name, bases, place, circle) => {
  await using folder = await scratchFolder({
    'a.yaml': `name: a\nextends: ${bases}\n`,
    'b.yaml': 'name: b\nrules: [{ name: two, outcome: {} }]\n',
    'c.yaml': 'name: c\nextends: [b, a]\n',
  })
  await expect(loadScenarios([folder.at('a.yaml')])).rejects.toThrow(
    `${folder.at('a.yaml')}:2:14: ${place}: 'a' extends itself (${circle}); remove this name`,
  )
})

test('a base of two files is asked behind both', async () => {
  await using folder = await scratchFolder({
    'a.yaml': 'name: a\nextends: [c, b]\nrules: [{ name: one, outcome: {} }]\n',
    'b.yaml': 'name: b\nextends: [c]\nrules: [{ name: two, outcome: {} }]\n',
    'c.yaml': 'name: c\nrules: [{ name: three, outcome: {} }]\n',
  })
  const [loaded] = await loadScenarios([folder.at('a.yaml')])
  expect(loaded?.scenario.rules.map(({ id }) => id)).toEqual(['a/one', 'b/two', 'c/three'])
  const { document } = await portableScenario(folder.at('a.yaml'), () => [])
  expect(document.extends).toMatchObject([{ name: 'c' }, { name: 'b', extends: [{ name: 'c' }] }])
})
