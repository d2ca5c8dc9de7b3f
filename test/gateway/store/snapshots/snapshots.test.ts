import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Files, nodeFiles } from '../../../../src/gateway/store/disk/files.ts'
import type { Snapshots } from '../../../../src/gateway/store/port/snapshots.ts'
import {
  memorySnapshots,
  SnapshotFiles,
} from '../../../../src/gateway/store/snapshots/snapshot-files.ts'
import { imageOf, Rows, row } from '../support/rows.ts'
import { crashes, SimulatedDisk } from '../support/simulated-disk.ts'

const now = () => new Date('2026-03-10T01:00:00Z')

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandgate-snapshots-'))
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }))
  return folder
}

const kinds: readonly (readonly [string, () => Promise<Snapshots>])[] = [
  ['memory', async () => memorySnapshots(now)],
  [
    'files',
    async () => {
      const folder = join(await temporaryFolder(), 'snapshots')
      return new SnapshotFiles({ files: nodeFiles, folder, now })
    },
  ],
]

/** A file system that ignores the case of names, as those of macOS and Windows do. */
const ignoringCase: Files = {
  ...nodeFiles,
  open: async (path, flags, mode) => nodeFiles.open(await actual(path), flags, mode),
  rename: async (from, to) => nodeFiles.rename(from, await actual(to)),
  remove: async (path) => nodeFiles.remove(await actual(path)),
}

async function actual(path: string): Promise<string> {
  const names = await readdir(dirname(path)).catch(() => [])
  const isSame = (name: string) => name.toLowerCase() === basename(path).toLowerCase()
  return join(dirname(path), names.find(isSame) ?? basename(path))
}

test.each([
  ['keeps the case of names', nodeFiles],
  ['ignores the case of names', ignoringCase],
])('on a disk that %s, a snapshot has one name', async (_, files) => {
  const folder = join(await temporaryFolder(), 'snapshots')
  const snapshots = new SnapshotFiles({ files, folder, now })
  await snapshots.save('Paid', imageOf({ customers: [row('ann')] }))
  await expect(snapshots.save('paid', imageOf({}))).rejects.toThrow(/differs .* only in case/)
  expect(await snapshots.find('paid')).toBeUndefined()
  expect(await loaded(snapshots, 'paid')).toBe(false)
  expect(await snapshots.remove('PAID')).toBe(false)
  expect((await snapshots.list()).map(({ name }) => name)).toEqual(['Paid'])
})

async function loaded(snapshots: Snapshots, name: string): Promise<string | false> {
  const rows = new Rows()
  const isThere = await snapshots.load(name, rows)
  return isThere && rows.text()
}

test.each(kinds)(
  'in %s, a snapshot can be saved, listed, loaded, replaced and removed',
  async (_, make) => {
    const snapshots = await make()
    expect(await snapshots.list()).toEqual([])
    expect(await snapshots.remove('before')).toBe(false)
    expect(await loaded(snapshots, 'before')).toBe(false)
    await snapshots.save(
      'before',
      imageOf({ customers: [row('c', 'Zoë')], transactions: [row(1)] }),
    )
    expect((await snapshots.list())[0]?.bytes).toBeGreaterThan(10)
    await snapshots.save('a.b-c_D', imageOf({}))
    const saved = await snapshots.save('after', imageOf({ transactions: [row(1), row(2), row(3)] }))
    const list = await snapshots.list()
    expect(list.map(({ bytes: _bytes, ...rest }) => rest)).toEqual([
      { name: 'a.b-c_D', saved_at: '2026-03-10T01:00:00.000Z', records: 0 },
      { name: 'after', saved_at: '2026-03-10T01:00:00.000Z', records: 3 },
      { name: 'before', saved_at: '2026-03-10T01:00:00.000Z', records: 2 },
    ])
    expect({ ...list[1], replaced: false }).toEqual(saved)
    expect(await loaded(snapshots, 'before')).toBe(
      'customers {"id":"c","text":"Zoë"}\ntransactions {"id":1,"text":""}',
    )
    const again = await snapshots.save('before', imageOf({ tokens: [row('t')] }))
    expect(again.replaced).toBe(true)
    expect(await loaded(snapshots, 'before')).toBe('tokens {"id":"t","text":""}')
    expect(await snapshots.remove('before')).toBe(true)
    expect(await loaded(snapshots, 'before')).toBe(false)
    expect((await snapshots.list()).map(({ name }) => name)).toEqual(['a.b-c_D', 'after'])
  },
)

const badNames = [
  'card-4539148803436467',
  '',
  'a/b',
  '../up',
  'a\\b',
  'ü',
  'a b',
  'x'.repeat(81),
  'a\0',
]

test.each(kinds)('in %s, a name that is none is refused', async (_, make) => {
  const snapshots = await make()
  for (const name of badNames) {
    const shown = name.replace('4539148803436467', '453914xxxxxx6467')
    const message = `Snapshot name ${JSON.stringify(shown)} is not 1 to 80 letters`
    await expect(snapshots.save(name, imageOf({}))).rejects.toThrow(message)
    expect(await snapshots.load(name, new Rows())).toBe(false)
    expect(await snapshots.remove(name)).toBe(false)
  }
})

test('names of dots alone stay in their folder', async () => {
  const folder = await temporaryFolder()
  const snapshots = new SnapshotFiles({ files: nodeFiles, folder, now })
  await snapshots.save('..', imageOf({}))
  await snapshots.save('.', imageOf({}))
  expect((await readdir(folder)).sort()).toEqual(['...json', '..json'])
  expect((await snapshots.list()).map(({ name }) => name).sort()).toEqual(['.', '..'])
})

test('a damaged snapshot is listed with its reason, and hides no other', async () => {
  const folder = await temporaryFolder()
  const snapshots = new SnapshotFiles({ files: nodeFiles, folder, now })
  const image = imageOf({ transactions: [row(1), row(2)] })
  for (const name of ['good', 'cut', 'future']) await snapshots.save(name, image)
  const text = await readFile(join(folder, 'good.json'), 'utf8')
  const rest = text.slice(0, text.indexOf(',"check"'))
  await writeFile(join(folder, 'cut.json'), rest)
  await writeFile(join(folder, 'future.json'), text.replace('"version":2', '"version":9'))
  await writeFile(join(folder, 'junk.json'), 'hello')
  await mkdir(join(folder, 'folder.json'))
  await writeFile(join(folder, 'not a name.json'), text)
  const damage: Record<string, unknown> = {
    cut: expect.stringContaining(`${join(folder, 'cut.json')} is damaged: It`),
    folder: `${join(folder, 'folder.json')} is a folder, not a file; move it away`,
    future: expect.stringContaining('has format version 9'),
    junk: expect.stringContaining(`${join(folder, 'junk.json')} is damaged: Its first`),
  }
  expect(await snapshots.list()).toEqual([
    { name: 'cut', bytes: rest.length, damaged: true, reason: damage.cut },
    { name: 'folder', bytes: expect.any(Number), damaged: true, reason: damage.folder },
    { name: 'future', bytes: text.length, damaged: true, reason: damage.future },
    { name: 'good', saved_at: now().toISOString(), bytes: text.length, records: 2 },
    { name: 'junk', bytes: 5, damaged: true, reason: damage.junk },
  ])
  for (const [name, words] of Object.entries(damage)) {
    await expect(loaded(snapshots, name)).rejects.toMatchObject({ message: words })
  }
  expect((await snapshots.list(2)).map(({ name }) => name)).toEqual(['cut', 'folder'])
  expect(await snapshots.find('nothing')).toBeUndefined()
})

test('a snapshot is replaced as a whole, whatever operation a crash stops', async () => {
  const disk = new SimulatedDisk()
  const options = { folder: 'snapshots', now }
  const snapshots = new SnapshotFiles({ files: disk, ...options })
  await snapshots.save('s', imageOf({ tokens: [row('old')] }))
  const found = new Set<string | false>()
  const disks: SimulatedDisk[] = []
  disk.before = () => disks.push(...crashes.map((crash) => disk.after(crash)))
  await snapshots.save('s', imageOf({ tokens: [row('new')] }))
  for (const files of [...disks, disk]) {
    found.add(await loaded(new SnapshotFiles({ files, ...options }), 's'))
  }
  expect([...found]).toEqual(['tokens {"id":"old","text":""}', 'tokens {"id":"new","text":""}'])
})

test.each(kinds)('in %s, loading lets others have their turn', async (_, make) => {
  const snapshots = await make()
  const lines = Array.from({ length: 3000 }, (_one, id) => row(id, 'x'.repeat(1000)))
  await snapshots.save('big', imageOf({ transactions: lines }))
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  expect(await snapshots.load('big', new Rows())).toBe(true)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
})

test.each(kinds)('in %s, names that differ only in case are not both saved', async (_, make) => {
  const snapshots = await make()
  await snapshots.save('before', imageOf({}))
  await snapshots.save('before', imageOf({}))
  await expect(snapshots.save('Before', imageOf({}))).rejects.toThrow(
    'There is a snapshot "before", whose name differs from "Before" only in case',
  )
  await expect(snapshots.save('NUL.txt', imageOf({}))).rejects.toThrow('no device of Windows')
  expect((await snapshots.list()).map(({ name }) => name)).toEqual(['before'])
})

test.each(kinds)('in %s, many may save under one name at once', async (_, make) => {
  const snapshots = await make()
  const saves = Array.from({ length: 20 }, (_unused, id) =>
    snapshots.save('same', imageOf({ tokens: [row(id)] })),
  )
  await Promise.all(saves)
  expect(await loaded(snapshots, 'same')).toMatch(/^tokens \{"id":\d+,"text":""\}$/)
  expect(await snapshots.list()).toHaveLength(1)
})
