import { expect, onTestFinished, test } from 'vitest'
import { fileChunks, readEnds, readText } from '../../../src/store/disk/read-file.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'

const MEGABYTE = 1024 * 1024

/** Bytes that are not the same again after a megabyte. */
function contentOf(length: number): Buffer {
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 251 }, (_, i) => i)))
}

async function readWhole(disk: SimulatedDisk, told: (readonly number[])[] = []): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of fileChunks(disk, 'file', (...at) => told.push(at))) {
    expect(chunk.length).toBeLessThanOrEqual(MEGABYTE)
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

test.each([
  [0, []],
  [1, [1]],
  [MEGABYTE - 1, [MEGABYTE - 1]],
  [MEGABYTE, [MEGABYTE]],
  [MEGABYTE + 1, [MEGABYTE, MEGABYTE + 1]],
  [2 * MEGABYTE + 5, [MEGABYTE, 2 * MEGABYTE, 2 * MEGABYTE + 5]],
])(
  'a file of %i bytes comes whole, in chunks of a megabyte, with its progress',
  async (length, progress) => {
    const disk = new SimulatedDisk()
    disk.put('file', contentOf(length))
    const told: (readonly number[])[] = []
    expect((await readWhole(disk, told)).equals(contentOf(length))).toBe(true)
    expect(told).toEqual(progress.map((at) => [at, length]))
    expect(disk.openFiles).toBe(0)
  },
)

test('a file that grows while it is read is read to its new end', async () => {
  const disk = new SimulatedDisk()
  disk.put('file', 'ab')
  const told: (readonly number[])[] = []
  let text = ''
  for await (const chunk of fileChunks(disk, 'file', (...at) => told.push(at))) {
    text += Buffer.from(chunk).toString()
    if (text.length < 8) disk.put('file', `${text}++++++`.slice(0, 8))
  }
  expect(text.slice(0, 2)).toBe('ab')
  expect(told[0]).toEqual([2, 2])
  expect(told.every(([at = 0, all = 0]) => at <= all)).toBe(true)
})

/** Its reads take their time, and it tells when a file is closed meanwhile. */
class SlowReads extends SimulatedDisk {
  reading = 0
  wasClosedMeanwhile = false
  failing = false

  override async read(fd: number, into: Uint8Array, position: number): Promise<number> {
    this.reading += 1
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    this.reading -= 1
    if (this.failing) throw failure('EIO')
    return super.read(fd, into, position)
  }

  override close(fd: number): Promise<void> {
    this.wasClosedMeanwhile ||= this.reading > 0
    return super.close(fd)
  }
}

test('a reader that stops early leaves nothing open, and ends what it has begun first', async () => {
  const disk = new SlowReads()
  disk.put('file', contentOf(3 * MEGABYTE))
  for await (const chunk of fileChunks(disk, 'file')) {
    expect(chunk.length).toBe(MEGABYTE)
    break
  }
  expect(disk.openFiles).toBe(0)
  expect(disk.wasClosedMeanwhile).toBe(false)
})

test('a read ahead that fails is told when its turn comes, not before', async () => {
  const disk = new SlowReads()
  disk.put('file', contentOf(3 * MEGABYTE))
  const unhandled: unknown[] = []
  const keep = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', keep)
  onTestFinished(() => void process.off('unhandledRejection', keep))
  let chunks = 0
  const reading = (async () => {
    for await (const _ of fileChunks(disk, 'file')) {
      chunks += 1
      disk.failing = true
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await expect(reading).rejects.toThrow('EIO')
  expect(chunks).toBe(1)
  expect(unhandled).toEqual([])
  expect(disk.openFiles).toBe(0)
})

test('the text of a small file, or that there is none', async () => {
  const disk = new SimulatedDisk()
  disk.put('file', 'Zoë')
  expect(await readText(disk, 'file')).toBe('Zoë')
  expect(await readText(disk, 'nothing')).toBeUndefined()
  expect(disk.openFiles).toBe(0)
  const unreadable = new SlowReads()
  unreadable.put('file', 'Zoë')
  unreadable.failing = true
  await expect(readText(unreadable, 'file')).rejects.toThrow('EIO')
})

/** A disk that reads three bytes at once. */
class ShortReads extends SimulatedDisk {
  isLongerThanItSays = false

  override read(fd: number, into: Uint8Array, position: number): Promise<number> {
    return super.read(fd, into.subarray(0, 3), position)
  }

  override async size(fd: number): Promise<number> {
    return (await super.size(fd)) + (this.isLongerThanItSays ? 4 : 0)
  }
}

test.each([
  ['shorter than both ends', '0123', '0123', '0123'],
  ['as long as an end', '01234567', '01234567', '01234567'],
  ['longer than both', '0123456789abcdefghij', '01234567', 'cdefghij'],
])('the ends of a file that is %s', async (_, text, head, tail) => {
  for (const disk of [new SimulatedDisk(), new ShortReads()]) {
    disk.put('file', text)
    expect(await readEnds(disk, 'file', 8)).toEqual({ head, tail, size: text.length })
    expect(disk.openFiles).toBe(0)
  }
})

test('the ends of a file that was cut short meanwhile are what is left', async () => {
  const disk = new ShortReads()
  disk.isLongerThanItSays = true
  disk.put('file', '01234567')
  expect(await readEnds(disk, 'file', 20)).toEqual({ head: '01234567', tail: '01234567', size: 12 })
})
