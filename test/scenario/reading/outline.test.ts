import { expect, test } from 'vitest'
import { pathText } from '../../../src/document/complaint.ts'
import { extendsFaults, outlineOf } from '../../../src/scenario/reading/outline.ts'

const bases: Readonly<Record<string, readonly string[]>> = {
  default: [],
  a: [],
  b: ['a'],
  c: ['b', 'default'],
  d: ['e'],
  e: ['d'],
}

function faultsOf(value: unknown): readonly string[] {
  const faults = extendsFaults(outlineOf(value), {
    basesOf: (name) => (Object.hasOwn(bases, name) ? bases[name] : undefined),
    names: ['default', 'drift'],
    elsewhere: () => ' anywhere',
  })
  return faults.map(({ path, message }) => `${pathText(path)}: ${message}`)
}

test('a name that leads nowhere is told with the nearest known one', () => {
  expect(faultsOf({ name: 'mine', extends: ['default', 'defualt', 'nowhere'] })).toEqual([
    "extends[1]: there is no scenario 'defualt', did you mean 'default'?",
    "extends[2]: there is no scenario 'nowhere' anywhere",
  ])
})

test.each([
  [['a'], 'a -> a'],
  [['b'], 'a -> b -> a'],
  [['default', 'c'], 'a -> c -> b -> a'],
])('a circle through %j is told', (extended, circle) => {
  const at = extended.length - 1
  expect(faultsOf({ name: 'a', extends: extended })).toEqual([
    `extends[${at}]: scenarios extend each other in a circle: ${circle}`,
  ])
})

test('a circle of others is theirs to tell', () => {
  expect(faultsOf({ name: 'x', extends: ['d'] })).toEqual([])
})

test.each([
  [undefined],
  [null],
  [7],
  [{}],
  [{ extends: 'default' }],
  [{ extends: [5, '../x', ''] }],
])('%j extends nothing that could be looked for', (value) => {
  expect(outlineOf(value).bases).toEqual([])
})
