import { expect, test } from 'vitest'
import { logLine } from '../../../../src/gateway/store/log/log-file.ts'
import { OtherVersion, StoreDamaged } from '../../../../src/gateway/store/port/store-error.ts'
import { rounds } from '../../../support/extent.ts'
import { operationsOn } from '../support/operations.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'
import { fileOf, openTestWorld } from '../support/world.ts'

const path = fileOf('state.json')

async function closedWorld(): Promise<{ readonly disk: SimulatedDisk; readonly rows: string }> {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put('clock', 'frozen', 'meta')
  world.put('c1', 'Zoë', 'customers')
  world.put('c2', 'Bob', 'customers')
  world.put(1, 'one')
  world.put(2, 'two')
  await world.opened.close()
  return { disk, rows: world.rows.text() }
}

test('it is one JSON document that a person can read, a row a line', async () => {
  const { disk } = await closedWorld()
  expect(disk.text(path)).toBe(
    `{"format":"sandgate","version":2,"generation":2,"saved_at":"2026-03-10T01:00:00.000Z",
"meta":[
{"id":"clock","text":"frozen"}
],
"rules":[
],
"customers":[
{"id":"c1","text":"Zoë"},
{"id":"c2","text":"Bob"}
],
"tokens":[
],
"transactions":[
{"id":1,"text":"one"},
{"id":2,"text":"two"}
],
"slow_responses":[
],
"kept_responses":[
]
,"check":{"records":{"meta":1,"rules":0,"customers":2,"tokens":0,"transactions":2,"slow_responses":0,"kept_responses":0},"crc32":"${crcIn(disk.text(path))}"}
}
`,
  )
  expect(Object.keys(JSON.parse(disk.text(path)))).toEqual(
    ['format', 'version', 'generation', 'saved_at'].concat([
      'meta',
      'rules',
      'customers',
      'tokens',
      'transactions',
      'slow_responses',
      'kept_responses',
      'check',
    ]),
  )
})

function crcIn(text: string): string {
  return /"crc32":"([0-9a-f]{8})"/.exec(text)?.[1] ?? 'none'
}

/** A part of the bytes in each run of `npm test`, all of them in CI. */
const EVERY = rounds(7, 1, 1)

test('a state garbled at any byte never loads as something else, and is not touched', async () => {
  const { disk, rows } = await closedWorld()
  const bytes = Buffer.from(disk.text(path))
  let refused = 0
  for (let at = 0; at < bytes.length; at += EVERY) {
    for (const garbled of [0x00, 0x0a, 0x20, 0x31, 0x61, 0xff]) {
      if (bytes[at] === garbled) continue
      const copy = Buffer.from(bytes)
      copy[at] = garbled
      const damaged = disk.after('kill')
      damaged.put(path, copy)
      const opened = await openTestWorld(damaged).catch((error: unknown) => error)
      if (opened instanceof Error) {
        expect(opened).toBeInstanceOf(Error)
        expect(opened.message).toContain(path)
        expect(damaged.counts.size).toBe(0)
        expect(damaged.openFiles).toBe(0)
        refused++
      } else {
        // Only white space has changed.
        expect((opened as Awaited<ReturnType<typeof openTestWorld>>).world.rows.text()).toBe(rows)
        expect([0x0a, 0x20]).toContain(garbled)
      }
    }
  }
  expect(refused).toBeGreaterThan((bytes.length / EVERY) * 5 - 6)
})

test('a state cut off at any byte stops the start', async () => {
  const { disk } = await closedWorld()
  const bytes = Buffer.from(disk.text(path))
  for (let length = 0; length < bytes.length - 1; length += EVERY) {
    const damaged = disk.after('kill')
    damaged.put(path, bytes.subarray(0, length))
    await expect(openTestWorld(damaged)).rejects.toThrow(StoreDamaged)
    expect(damaged.counts.size).toBe(0)
  }
})

test('the message names the file, the fault and the way on', async () => {
  const { disk } = await closedWorld()
  disk.put(path, disk.text(path).replace('Bob', 'Rob'))
  await expect(openTestWorld(disk)).rejects.toThrow(
    `${path} is damaged: its content does not match its checksum; put a good copy back, or move its folder away to start empty`,
  )
})

test('with its check taken out, it is refused', async () => {
  const { disk } = await closedWorld()
  disk.put(path, disk.text(path).replace(/,"check".*\n/, ''))
  await expect(openTestWorld(disk)).rejects.toThrow(`${path} is damaged: its checksum is missing`)
})

test('a start does not write the state again', async () => {
  const { disk } = await closedWorld()
  const done = operationsOn(disk)
  await openTestWorld(disk)
  expect(done.map((one) => one.split(' ')[0])).toEqual(['open'])
})

test.each([
  ['state.json', path, 0],
  ['its log', fileOf('log.2.jsonl'), 1],
  ['its log', fileOf('log.2.jsonl'), 2],
  ['its log', fileOf('log.2.jsonl'), 4],
])(
  'a folder with another format version in %s is refused, and not touched',
  async (_name, file, version) => {
    const { disk } = await closedWorld()
    const header = JSON.stringify({ format: 'sandgate-log', version, generation: 2 })
    // Version 1 had two checksums.
    const line = logLine(version === 1 ? `00000000 ${header}` : header)
    const other = disk.text(file).replace('"version":2', `"version":${version}`)
    disk.put(file, file === path ? other : line)
    const writes = disk.counts.get('write')
    const opening = openTestWorld(disk)
    await expect(opening).rejects.toThrow(OtherVersion)
    await expect(opening).rejects.toThrow(
      `${file} has format version ${version}, and this sandgate reads version ${file === path ? 2 : 3}; use the version of Sandgate that wrote it`,
    )
    expect(disk.counts.get('write')).toBe(writes)
  },
)

test.each([
  ['state.json', path, 'there is no table things (line 19)'],
  ['its log', fileOf('log.2.jsonl'), 'line 2: there is no table things'],
])('a folder with an unknown table in %s is refused, and not touched', async (_name, file, why) => {
  const { disk } = await closedWorld()
  const text = disk.text(file)
  const added = text + logLine('[["-things",1,1]]')
  disk.put(file, file === path ? text.replace('"kept_responses":', '"things":') : added)
  const writes = disk.counts.get('write')
  const opening = openTestWorld(disk)
  await expect(opening).rejects.toThrow(StoreDamaged)
  await expect(opening).rejects.toThrow(
    `${file} is damaged: ${why}; put a good copy back, or move its folder away to start empty`,
  )
  expect(disk.counts.get('write')).toBe(writes)
})
