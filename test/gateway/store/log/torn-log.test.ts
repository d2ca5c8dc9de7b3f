import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerLine } from '../../../../src/gateway/store/log/log-file.ts'
import { StoreDamaged } from '../../../../src/gateway/store/port/store-error.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'
import { fileOf, folder, openTestWorld } from '../support/world.ts'

const path = fileOf('log.1.jsonl')

/** A log of a header and four records, the last but one of two changes. */
async function log(): Promise<{ readonly bytes: Buffer; readonly history: string[] }> {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  disk.before = (operation, name) => {
    if (operation === 'open' && name !== path) throw new Error('no renewal')
  }
  world.put(1, 'first')
  await world.opened.durable()
  world.put(2, 'Zoë')
  await world.opened.durable()
  world.commit([
    { table: 'meta', key: 'clock', line: '{"id":"clock"}' },
    { table: 'transactions', key: 1, line: undefined },
  ])
  await world.opened.durable()
  world.put(3, 'last ü')
  await world.opened.durable()
  return { bytes: Buffer.from(disk.text(path)), history: world.history }
}

function diskWith(bytes: Buffer, later: Record<string, Buffer | string> = {}): SimulatedDisk {
  const disk = new SimulatedDisk()
  for (const made of ['data', 'data/worlds', folder]) disk.folders.add(made)
  disk.safeFolders = new Set(disk.folders)
  disk.put(path, bytes)
  for (const [name, content] of Object.entries(later)) disk.put(`${folder}/${name}`, content)
  return disk
}

function lineStarts(bytes: Buffer): number[] {
  const starts = [0]
  for (const [index, byte] of bytes.entries()) if (byte === 0x0a) starts.push(index + 1)
  return starts.slice(0, -1)
}

async function expectDropped(bytes: Buffer, whole: number, before: string | undefined) {
  const disk = diskWith(bytes)
  const { world, notes } = await openTestWorld(disk)
  expect(world.rows.text()).toBe(before)
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatch(`Dropped ${bytes.length - whole} bytes at the end of ${path} (`)
  expect(disk.text(path)).toBe(bytes.toString('utf8', 0, whole))
  world.put(4, 'continues')
  await world.opened.durable()
  const again = await openTestWorld(disk.after('power'))
  expect(again.notes).toEqual([])
  expect(again.world.rows.text()).toBe(world.rows.text())
}

test('a last record cut off at any byte is dropped, and told', async () => {
  const { bytes, history } = await log()
  const start = lineStarts(bytes).at(-1) ?? 0
  for (let length = start + 1; length < bytes.length - 1; length++) {
    await expectDropped(bytes.subarray(0, length), start, history.at(-2))
  }
})

test('a last record that has lost only its newline is kept, and later ones follow it', async () => {
  const { bytes, history } = await log()
  const disk = diskWith(bytes.subarray(0, -1))
  const { world, notes } = await openTestWorld(disk)
  expect([world.rows.text(), notes]).toEqual([history.at(-1), []])
  expect(disk.text(path)).toBe(bytes.toString())
  world.put(4, 'continues')
  await world.opened.durable()
  const again = await openTestWorld(disk.after('power'))
  expect([again.world.rows.text(), again.notes]).toEqual([world.rows.text(), []])
})

test('a last record of which a part never reached the disk is dropped, and told', async () => {
  const { bytes, history } = await log()
  const start = lineStarts(bytes).at(-1) ?? 0
  for (let at = start; at < bytes.length; at++) {
    await expectDropped(
      Buffer.from(bytes).fill(0, at, Math.min(at + 8, bytes.length)),
      start,
      history.at(-2),
    )
  }
})

test('a complete last record garbled at any byte stops the start and nothing is touched', async () => {
  const { bytes } = await log()
  const start = lineStarts(bytes).at(-1) ?? 0
  for (let at = start; at < bytes.length - 1; at++) {
    for (const garbled of [0x0a, 0x20, 0x41, 0x61, 0xff]) {
      if (bytes[at] === garbled) continue
      const copy = Buffer.from(bytes)
      copy[at] = garbled
      const disk = diskWith(copy)
      await expect(openTestWorld(disk)).rejects.toThrow(`${path} is damaged: line 5 is garbled`)
      expect(disk.counts.size).toBe(0)
    }
  }
})

test('a last record with anything behind it stays, and only that is dropped', async () => {
  const { bytes, history } = await log()
  const zeros = Buffer.concat([bytes, Buffer.alloc(4096)])
  await expectDropped(zeros, bytes.length, history.at(-1))
})

test('a log cut off at any byte holds the records before that place', async () => {
  const { bytes, history } = await log()
  const ends = [...lineStarts(bytes).slice(1), bytes.length]
  for (let length = 0; length <= bytes.length; length++) {
    const { world, notes } = await openTestWorld(diskWith(bytes.subarray(0, length)))
    const records = ends.filter((end) => end - 1 <= length)
    expect(world.rows.text()).toBe(history[Math.max(0, records.length - 1)])
    const isWhole = length === 0 || ends.some((end) => length === end || length === end - 1)
    expect(notes).toHaveLength(isWhole ? 0 : 1)
  }
})

test('a record garbled before the last one stops the start and nothing is touched', async () => {
  const { bytes } = await log()
  const last = lineStarts(bytes).at(-1) ?? 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: last - 1 }),
      fc.integer({ min: 0, max: 255 }),
      async (at, garbled) => {
        fc.pre(bytes[at] !== garbled)
        const copy = Buffer.from(bytes)
        copy[at] = garbled
        const disk = diskWith(copy)
        await expect(openTestWorld(disk)).rejects.toThrow(StoreDamaged)
        expect(disk.counts.size).toBe(0)
        expect(disk.text(path)).toBe(copy.toString())
        expect(disk.openFiles).toBe(0)
      },
    ),
    { numRuns: 500 },
  )
})

test('damage is reported in one line, with the file and what to do', async () => {
  const { bytes } = await log()
  const copy = Buffer.from(bytes)
  copy[(lineStarts(bytes)[2] ?? 0) + 20] = 0x00
  await expect(openTestWorld(diskWith(copy))).rejects.toThrow(
    `${path} is damaged: line 3 is garbled; put a good copy back, or move its folder away to start empty`,
  )
})

test('a torn end is damage when a later log continues', async () => {
  const { bytes } = await log()
  const torn = bytes.subarray(0, bytes.length - 3)
  const later = Buffer.from(bytes)
  const disk = diskWith(torn, { 'log.2.jsonl': later })
  await expect(openTestWorld(disk)).rejects.toThrow('log.2.jsonl is damaged: it is log 1')
  // Behind one that holds nothing it is still the last write there was.
  const kept = diskWith(torn, { 'log.2.jsonl': headerLine({ generation: 2 }) })
  const { world, notes } = await openTestWorld(kept)
  expect(notes).toHaveLength(1)
  world.put(5)
  await world.opened.durable()
  const again = await openTestWorld(kept.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

interface TwoLogs {
  readonly disk: SimulatedDisk
  readonly rows: string
}

/** A world whose state was not renewed, with two logs. */
async function twoLogs(): Promise<TwoLogs> {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 200 })
  disk.before = (operation, name) => {
    if (operation === 'open' && name.includes('state.json')) throw new Error('no renewal')
  }
  const second = fileOf('log.2.jsonl')
  for (
    let id = 1;
    !disk.names.has(`${folder}/log.2.jsonl`) || disk.text(second).split('\n').length < 3;
    id++
  ) {
    world.put(id, 'x'.repeat(50))
    await world.opened.durable()
  }
  return { disk: disk.after('power'), rows: world.rows.text() }
}

test('two logs are read as one', async () => {
  const { disk, rows } = await twoLogs()
  expect((await openTestWorld(disk)).world.rows.text()).toBe(rows)
})

test('a torn end in a log that another one continues stops the start', async () => {
  const { disk } = await twoLogs()
  disk.put(path, disk.text(path).slice(0, -2))
  await expect(openTestWorld(disk)).rejects.toThrow(`${path} is damaged: its end is garbled`)
})

test('a log that was emptied, or has lost its first line, stops the start', async () => {
  const { disk: sealed } = await twoLogs()
  const stopped = new SimulatedDisk()
  const { world } = await openTestWorld(stopped)
  world.put(1)
  await world.opened.close()
  const second = fileOf('log.2.jsonl')
  for (const disk of [sealed, stopped]) {
    const half = disk.text(second).slice(0, 20)
    disk.put(second, '')
    await expect(openTestWorld(disk)).rejects.toThrow(`${second} is damaged: it is empty`)
    disk.put(second, half)
    await expect(openTestWorld(disk)).rejects.toThrow(
      `${second} is damaged: its first line is missing`,
    )
    expect(disk.text(second)).toBe(half)
  }
})

test('a new world has a state after its second change, so that an emptied log stops the start, relaxed or not', async () => {
  const second = fileOf('log.2.jsonl')
  for (const durability of ['sync', 'relaxed'] as const) {
    const disk = new SimulatedDisk()
    const { world } = await openTestWorld(disk, { durability })
    for (const id of [1, 2]) {
      world.put(id)
      await world.opened.durable()
    }
    await expect.poll(() => disk.list(folder)).toContain('state.json')
    // A power cut alone does not leave it so.
    const { world: left } = await openTestWorld(disk.after('names'))
    expect(left.rows.text()).toBe(world.rows.text())
    disk.put(second, '')
    await expect(openTestWorld(disk)).rejects.toThrow(`${second} is damaged: it is empty`)
  }
})

test('a log without its first line, or under another name, stops the start', async () => {
  const { bytes } = await log()
  const headless = bytes.subarray(bytes.indexOf('\n') + 1)
  await expect(openTestWorld(diskWith(headless))).rejects.toThrow(
    `${path} is damaged: its first line is missing`,
  )
  const { disk } = await twoLogs()
  disk.put(fileOf('log.2.jsonl'), disk.text(path))
  await expect(openTestWorld(disk)).rejects.toThrow(
    `${fileOf('log.2.jsonl')} is damaged: it is log 1 under another name`,
  )
})

test('a first log that is gone stops the start, once there was something in it', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  for (const id of [1, 2]) {
    world.put(id)
    await world.opened.durable()
  }
  await expect.poll(() => disk.list(folder)).toContain('state.json')
  const left = disk.after('power')
  for (const log of ['log.1.jsonl', 'log.2.jsonl']) left.names.delete(`${folder}/${log}`)
  await expect(openTestWorld(left)).rejects.toThrow('log.2.jsonl is damaged: it is missing')
})

test('a log that is missing between others, or before them, stops the start', async () => {
  const { bytes } = await log()
  const gap = diskWith(bytes, { 'log.3.jsonl': '' })
  await expect(openTestWorld(gap)).rejects.toThrow(
    `${fileOf('log.2.jsonl')} is damaged: it is missing`,
  )
  const headless = diskWith(bytes, { 'log.2.jsonl': '' })
  headless.names.delete(`${folder}/log.1.jsonl`)
  await expect(openTestWorld(headless)).rejects.toThrow(
    `${fileOf('state.json')} is damaged: it is missing`,
  )
})

test('a log of a number that no world reaches stops the start at once, which names the gap or the file', async () => {
  const { bytes } = await log()
  for (const far of [100_000_000, 4_294_967_297, Number.MAX_SAFE_INTEGER]) {
    await expect(openTestWorld(diskWith(bytes, { [`log.${far}.jsonl`]: '' }))).rejects.toThrow(
      `${fileOf('log.2.jsonl')} is damaged: it is missing`,
    )
  }
  for (const unsafe of ['9007199254740993', '9'.repeat(30), '9'.repeat(200)]) {
    const name = `log.${unsafe}.jsonl`
    await expect(openTestWorld(diskWith(bytes, { [name]: '' }))).rejects.toThrow(
      `${fileOf(name)} is damaged: its number is too large for a log`,
    )
  }
})

test('a state whose log is missing stops the start', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1)
  await world.opened.close()
  disk.names.delete(`${folder}/log.2.jsonl`)
  await expect(openTestWorld(disk)).rejects.toThrow(
    `${fileOf('log.2.jsonl')} is damaged: it is missing`,
  )
})
