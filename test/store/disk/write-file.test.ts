import { expect, test } from 'vitest'
import { writeAll, writeFile } from '../../../src/store/disk/write-file.ts'
import { operationsOn } from '../support/operations.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'

const bytes = (text: string) => Buffer.from(text)

const usual = ['open file.tmp', 'write file.tmp', 'sync file.tmp', 'rename file', 'syncFolder .']

test('a file is safe before it gets its name, and its name before it counts as written', async () => {
  const disk = new SimulatedDisk()
  const done = operationsOn(disk)
  expect(await writeFile(disk, 'file', [bytes('new')])).toBe(3)
  expect(done).toEqual(usual)
  expect(disk.openFiles).toBe(0)
  expect(disk.after('power').text('file')).toBe('new')
})

test('a file is closed before it is renamed, which Windows asks for', async () => {
  const disk = new SimulatedDisk()
  const open: number[] = []
  disk.before = (operation) => {
    if (operation === 'rename') open.push(disk.openFiles)
  }
  await writeFile(disk, 'file', [bytes('new')])
  expect(open).toEqual([0])
})

test('whoever syncs the folder later is told of it, and waited for', async () => {
  const disk = new SimulatedDisk()
  const done = operationsOn(disk)
  const entered = async (folder: string) => {
    await disk.sizeAt('file')
    done.push(`entered ${folder}`)
  }
  await writeFile(disk, 'file', [bytes('new')], { entered, temporary: 'other.tmp' })
  expect(done).toEqual([
    'open other.tmp',
    'write other.tmp',
    'sync other.tmp',
    'rename file',
    'entered .',
  ])
})

test('a file that is no longer wanted leaves the old one, and nothing else', async () => {
  const disk = new SimulatedDisk()
  disk.put('file', 'old')
  const done = operationsOn(disk)
  let isWanted = true
  const written = await writeFile(
    disk,
    'file',
    (function* () {
      yield bytes('one')
      isWanted = false
      yield bytes('two')
    })(),
    { wanted: () => isWanted },
  )
  expect(written).toBe(3)
  expect(done).toEqual(['open file.tmp', 'write file.tmp', 'remove file.tmp'])
  expect(disk.content).toBe('.\nfile old')
  expect(disk.openFiles).toBe(0)
})

test('a file that is not wanted when its turn comes leaves the old one', async () => {
  const disk = new SimulatedDisk()
  disk.put('file', 'old')
  let isWanted = true
  await writeFile(disk, 'file', [bytes('new')], {
    wanted: () => isWanted,
    turn: async (install) => {
      isWanted = false
      await install()
    },
  })
  expect(disk.content).toBe('.\nfile old')
})

test('a file is not there before its turn has come and ended', async () => {
  const disk = new SimulatedDisk()
  const done = operationsOn(disk)
  await writeFile(disk, 'file', [bytes('new')], {
    turn: async (install) => {
      done.push('turn')
      await install()
      await new Promise((resolve) => setImmediate(resolve))
      done.push('end')
    },
  })
  expect(done).toEqual([...usual.slice(0, 3), 'turn', ...usual.slice(3), 'end'])
})

test.each(['open', 'write', 'sync', 'rename', 'syncFolder'])(
  'a %s that fails is told, and leaves no half of a file',
  async (failing) => {
    const disk = new SimulatedDisk()
    disk.put('file', 'old')
    disk.before = (operation) => {
      if (operation === failing) throw failure('EIO')
    }
    await expect(writeFile(disk, 'file', [bytes('new')])).rejects.toThrow('EIO')
    expect(disk.content).toBe(`.\nfile ${failing === 'syncFolder' ? 'new' : 'old'}`)
    expect(disk.openFiles).toBe(0)
  },
)

const MEGABYTES_4 = 4 * 1024 * 1024

test.each([
  ['less than 4 MB', [MEGABYTES_4 - 2, 1], ['write', 'write', 'sync']],
  ['4 MB', [MEGABYTES_4 - 1, 1, 1], ['write', 'write', 'sync', 'write', 'sync']],
  ['a bit more than 4 MB', [MEGABYTES_4, 1, 1], ['write', 'sync', 'write', 'write', 'sync']],
])('a big file is synced every 4 MB: %s', async (_, sizes, expected) => {
  const disk = new SimulatedDisk()
  const done = operationsOn(disk)
  const written = await writeFile(
    disk,
    'file',
    sizes.map((size) => Buffer.alloc(size)),
  )
  expect(written).toBe(sizes.reduce((sum, size) => sum + size, 0))
  expect(done.map((one) => one.split(' ')[0]).slice(1, -2)).toEqual(expected)
})

/** A disk that writes three bytes at once, as one may that is nearly full. */
class ShortDisk extends SimulatedDisk {
  override write(fd: number, all: Uint8Array, position?: number): Promise<number> {
    return super.write(fd, all.subarray(0, 3), position)
  }
}

test.each([
  ['after the last write', undefined, 'beginning 0123456789'],
  ['at a position', 2, 'be0123456789'],
])('what the disk takes in parts is written whole, %s', async (_, position, expected) => {
  const disk = new ShortDisk()
  disk.put('file', 'beginning ')
  const fd = await disk.open('file', 'r+')
  await writeAll(disk, fd, bytes('0123456789'), position)
  expect(disk.text('file')).toBe(expected)
  expect(disk.count('write')).toBe(4)
})
