import { expect, test } from 'vitest'
import { pathText } from '../../../src/base/documents/complaint.ts'
import { outlineOf, unknownBases } from '../../../src/scenario/reading/outline.ts'

function faultsOf(value: unknown): readonly string[] {
  const faults = unknownBases(outlineOf(value), {
    isKnown: (name) => name === 'default',
    names: ['default', 'drift'],
    elsewhere: () => ' anywhere',
  })
  return faults.map(({ path, message }) => `${pathText(path)}: ${message}`)
}

test('a name that leads nowhere is reported with the nearest known one', () => {
  expect(faultsOf({ name: 'mine', extends: ['default', 'defualt', 'nowhere'] })).toEqual([
    "extends[1]: there is no scenario 'defualt'. Did you mean 'default'?",
    "extends[2]: there is no scenario 'nowhere' anywhere",
  ])
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
