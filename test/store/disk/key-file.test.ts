import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  fingerprintWith,
  folderKey,
  isSameKey,
  refuseOtherKey,
} from '../../../src/store/disk/key-file.ts'
import { operationsOn } from '../support/operations.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'

const unused = { isUsed: async () => false }

test('a new folder gets a key and is hidden from git', async () => {
  const disk = new SimulatedDisk()
  disk.folders.add('lock')
  const key = await folderKey(disk, '.', unused)
  expect(disk.text('key')).toBe(`hmac-sha256 ${key.secret}\n`)
  expect(key.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(disk.text('.gitignore')).toBe('*\n')
  expect(disk.openFiles).toBe(0)
  expect(disk.after('power').text('key')).toBe(disk.text('key'))
})

test('a key is made with its mark for git in place, and for its owner alone', async () => {
  const modes: (number | undefined)[] = []
  class Modes extends SimulatedDisk {
    override open(name: string, flags: 'r' | 'r+' | 'w', mode?: number): Promise<number> {
      if (flags === 'w') modes.push(mode)
      return super.open(name, flags)
    }
  }
  const disk = new Modes()
  const done = operationsOn(disk)
  const open: number[] = []
  const { before } = disk
  disk.before = (operation, path) => {
    before(operation, path)
    if (operation === 'open') open.push(disk.openFiles)
  }
  const entered: string[] = []
  await folderKey(disk, '.', {
    ...unused,
    entered: async (folder) => {
      entered.push(folder)
    },
  })
  const key = ['open key.tmp', 'write key.tmp', 'sync key.tmp', 'rename key']
  expect(done).toEqual(['open .gitignore', 'write .gitignore', ...key])
  expect(modes).toEqual([undefined, 0o600])
  expect(open).toEqual([0, 0])
  expect(entered).toEqual(['.'])
})

test('a folder that holds anything else is not hidden from git', async () => {
  const disk = new SimulatedDisk()
  disk.put('other', '')
  await folderKey(disk, '.', unused)
  expect([...disk.names.keys()].sort()).toEqual(['key', 'other'])
})

test('a key that is there is taken, and nothing written', async () => {
  const disk = new SimulatedDisk()
  const first = await folderKey(disk, '.', unused)
  const done = operationsOn(disk)
  expect(await folderKey(disk, '.', { isUsed: async () => true })).toEqual(first)
  expect(done).toEqual([])
  expect(first).toMatchObject({ method: 'hmac', path: 'key' })
  expect(first.check).toBe(fingerprintWith(first)('sandgate').slice(0, 8))
})

test('no key is made where data was stored with one', async () => {
  const disk = new SimulatedDisk()
  await expect(folderKey(disk, '.', { isUsed: async () => true })).rejects.toThrow(
    'key is missing, with which the data in worlds was stored',
  )
  expect(disk.names.size).toBe(0)
})

test('a key of before 0.2.0 gives the fingerprints that it always gave', async () => {
  const disk = new SimulatedDisk()
  const secret = 'ab'.repeat(32)
  disk.put('key', `${secret}\n`)
  const key = await folderKey(disk, '.', unused)
  expect(key).toMatchObject({ secret, method: 'plain' })
  const plain = hash('sha256', `${secret}4111111111111111`, 'base64url').slice(0, 22)
  expect(fingerprintWith(key)('4111111111111111')).toBe(plain)
  expect(await isSameKey(disk, key)).toBe(true)
  disk.put('key', `hmac-sha256 ${secret}\n`)
  expect(await isSameKey(disk, key)).toBe(true)
  disk.put('key', 'ac'.repeat(32))
  expect(await isSameKey(disk, key)).toBe(false)
  disk.names.delete('key')
  expect(await isSameKey(disk, key)).toBe(false)
})

test('a file that was written with another key is refused, one that does not say is not', async () => {
  const key = await folderKey(new SimulatedDisk(), '.', unused)
  refuseOtherKey(key, undefined, 'state.json')
  refuseOtherKey(key, key.check, 'state.json')
  expect(() => refuseOtherKey(key, 'another', 'state.json')).toThrow(
    'key is not the key that state.json was written with; put the right one back, or move both away to start empty',
  )
})
