import { expect, test } from 'vitest'
import { lockFaults } from '../../scripts/lock-check.mjs'

const tool = { version: '1.0.0', optionalDependencies: { '@tool/linux': '1.0.0' } }

test('a lock with an entry for every platform passes', () => {
  const packages = { 'node_modules/tool': tool, 'node_modules/@tool/linux': { version: '1.0.0' } }
  expect(lockFaults({ packages })).toEqual([])
})

test('a platform that was left out is named', () => {
  expect(lockFaults({ packages: { 'node_modules/tool': tool } })).toEqual([
    'node_modules/tool: no entry for its optional dependency @tool/linux',
  ])
})

test('the entry that counts is the nearest one', () => {
  const packages = {
    'node_modules/a/node_modules/tool': tool,
    'node_modules/a/node_modules/@tool/linux': { version: '1.0.0' },
    'node_modules/@tool/linux': { version: '2.0.0' },
    'node_modules/b/node_modules/tool': tool,
  }
  expect(lockFaults({ packages })).toEqual([
    'node_modules/b/node_modules/tool: wants @tool/linux 1.0.0, the lock has 2.0.0',
  ])
})

test('a download address is refused', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', resolved: 'https://host.test/a.tgz' } }
  expect(lockFaults({ packages })).toEqual(['node_modules/a: records a download address'])
})
