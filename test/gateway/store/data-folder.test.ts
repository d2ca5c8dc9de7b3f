import { execFileSync } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../src/gateway/store/data-folder.ts'
import { nodeFiles } from '../../../src/gateway/store/disk/files.ts'
import {
  FolderLost,
  StoreDamaged,
  StoreFailure,
} from '../../../src/gateway/store/port/store-error.ts'
import { Rows, row } from './support/rows.ts'
import { failure, SimulatedDisk } from './support/simulated-disk.ts'
import { TestWorld } from './support/world.ts'

const isWindows = process.platform === 'win32'

async function temporaryPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandgate-data-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return join(folder, 'deep', '.sandgate')
}

test('a folder is made on first use, with a key that only its owner may read', async () => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  expect(folder.path).toBe(path)
  expect(folder.key.secret).toMatch(/^[0-9a-f]{64}$/)
  // Modes mean nothing on Windows.
  if (!isWindows) expect((await stat(join(path, 'key'))).mode & 0o777).toBe(0o600)
  expect(await folder.worlds()).toEqual([])
  await folder.close()
  const again = await openDataFolder(path)
  expect(again.key).toEqual(folder.key)
  await again.close()
  expect((await readdir(path)).sort()).toEqual(['.gitignore', 'key'])
})

test('a key that is none stops the start', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  await writeFile(join(path, 'key'), 'short')
  await expect(openDataFolder(path)).rejects.toThrow(StoreDamaged)
  await expect(openDataFolder(path)).rejects.toThrow(
    `${join(path, 'key')} is damaged: it does not contain 64 hexadecimal digits`,
  )
  expect(await readFile(join(path, 'key'), 'utf8')).toBe('short')
})

test('a file of many megabytes as key stops the start without being read whole', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  const key = join(path, 'key')
  await truncate(key, 64 * 1024 ** 2)
  const reads: number[] = []
  const read: typeof nodeFiles.read = async (fd, into, position) => {
    reads.push(into.length)
    return await nodeFiles.read(fd, into, position)
  }
  await expect(openDataFolder(path, { files: { ...nodeFiles, read } })).rejects.toThrow(
    `${key} is damaged: it does not contain 64 hexadecimal digits`,
  )
  expect(reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(1024 * 1024)
})

const stored = ['lock', 'key', 'worlds/default/state.json', 'worlds/default/log.1.jsonl']

test.skipIf(isWindows).each(stored)(
  'a folder, a pipe or a link as %s stops the start',
  async (name) => {
    const path = await temporaryPath()
    const file = join(path, name)
    const opening = async () => {
      const folder = await openDataFolder(path)
      try {
        await folder.openWorld('default', new TestWorld().loader)
      } finally {
        await folder.close()
      }
    }
    await (await openDataFolder(path)).close()
    await rm(file, { force: true })
    await mkdir(join(file, 'inside'), { recursive: true })
    await expect(opening()).rejects.toThrow(`${file} is a folder, not a file; move it away`)
    await rm(file, { recursive: true })
    execFileSync('mkfifo', [file])
    await expect(opening()).rejects.toThrow(`${file} is a device or a pipe, not a file; move it`)
    await rm(file)
    for (const target of ['/dev/zero', 'nowhere']) {
      await symlink(target, file)
      await expect(opening()).rejects.toThrow(`${file} is a link, not a file; move it away`)
      await rm(file)
    }
  },
)

/** What a folder that came with a repository may hold. */
const links: readonly (readonly [string, 'file' | 'folder'])[] = [
  ['lock', 'file'],
  ['key', 'file'],
  ['worlds', 'folder'],
  ['worlds/default', 'folder'],
  ['worlds/default/state.json', 'file'],
  ['worlds/default/log.1.jsonl', 'file'],
  ['worlds/default/snapshots', 'folder'],
]

test.skipIf(isWindows).each(links)(
  'a link as %s is refused, and nothing behind it is touched',
  async (name, kind) => {
    const path = await temporaryPath()
    const outside = join(path, '../outside')
    await mkdir(join(outside, 'x.removed'), { recursive: true })
    await writeFile(join(outside, 'precious.json'), 'precious')
    await (await openDataFolder(path)).close()
    await mkdir(dirname(join(path, name)), { recursive: true })
    await rm(join(path, name), { force: true })
    const target = kind === 'folder' ? outside : join(outside, 'precious.json')
    await symlink(target, join(path, name))
    const using = async () => {
      const folder = await openDataFolder(path)
      try {
        const world = new TestWorld()
        world.medium = (await folder.openWorld('default', world.loader)).medium
        world.put(1)
        await world.opened.durable()
        await folder.snapshots('default').remove('precious')
        await folder.snapshots('default').save('one', world.rows.image())
      } finally {
        await folder.close()
      }
    }
    await expect(using()).rejects.toThrow(`${join(path, name)} is a link, not a ${kind}; move it`)
    expect((await readdir(outside)).sort()).toEqual(['precious.json', 'x.removed'])
    expect(await readFile(join(outside, 'precious.json'), 'utf8')).toBe('precious')
  },
)

test.skipIf(isWindows)('drafts that are links are replaced, not written through', async () => {
  const path = await temporaryPath()
  const precious = join(path, '../precious')
  await mkdir(join(path, 'worlds/default'), { recursive: true })
  await writeFile(precious, 'precious')
  for (const name of [
    'key.tmp',
    'worlds/default/state.json.2.tmp',
    'worlds/default/log.2.jsonl.tmp',
  ])
    await symlink(precious, join(path, name))
  const folder = await openDataFolder(path)
  const world = new TestWorld()
  world.medium = (await folder.openWorld('default', world.loader)).medium
  world.put(1)
  await folder.close()
  expect(await readFile(precious, 'utf8')).toBe('precious')
})

test.skipIf(isWindows)('a start that refuses a damaged key leaves its mode', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  const key = join(path, 'key')
  await writeFile(key, 'no key')
  await chmod(key, 0o644)
  await expect(openDataFolder(path)).rejects.toThrow(`${key} is damaged`)
  expect((await stat(key)).mode & 0o777).toBe(0o644)
})

test.skipIf(isWindows)('a key that others could read becomes private', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  await chmod(join(path, 'key'), 0o666)
  await (await openDataFolder(path)).close()
  expect((await stat(join(path, 'key'))).mode & 0o777).toBe(0o600)
})

test('a key that is gone stops the start where worlds were stored with it', async () => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  const world = new TestWorld()
  world.medium = (await folder.openWorld('default', world.loader)).medium
  world.put(1)
  await world.opened.close()
  await folder.close()
  await rm(join(path, 'key'))
  await expect(openDataFolder(path)).rejects.toThrow(StoreDamaged)
  const worlds = join(path, 'worlds')
  await expect(openDataFolder(path)).rejects.toThrow(
    `${join(path, 'key')} is missing, the key of the data in ${worlds}; restore it, or move ${worlds} away to start empty`,
  )
  expect(await readdir(path)).toEqual(['.gitignore', 'worlds'])
  await rm(worlds, { recursive: true, maxRetries: 10 })
  await (await openDataFolder(path)).close()
})

test('a path that cannot be a folder is reported in one line', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  const below = join(path, 'key', 'deeper')
  await expect(openDataFolder(below)).rejects.toThrow(
    isWindows
      ? `The folder ${below} cannot be created: ${join(path, 'key')} is a broken link, or no folder can be created in it`
      : `${below} cannot be used: a part of the path is not a folder (ENOTDIR)`,
  )
})

// Links need a privilege on Windows.
test.skipIf(isWindows)(
  'a data folder that is a link is refused, and nothing behind it is touched',
  async () => {
    const path = await temporaryPath()
    await mkdir(join(path, 'outside'), { recursive: true })
    const link = join(path, '.sandgate')
    await symlink(join(path, 'outside'), link)
    await expect(openDataFolder(link)).rejects.toThrow(
      `${link} is a link, not a folder; pass --data with the folder that it leads to`,
    )
    expect(await readdir(join(path, 'outside'))).toEqual([])
  },
)

test.skipIf(isWindows)('a folder below a link to nowhere is refused in one line', async () => {
  const path = await temporaryPath()
  await mkdir(path, { recursive: true })
  await symlink(join(path, 'nowhere', 'at', 'all'), join(path, 'link'))
  await expect(openDataFolder(join(path, 'link/sub'))).rejects.toThrow(
    `The folder ${join(path, 'link/sub')} cannot be created: ${join(path, 'link')} is a broken link, or no folder can be created in it`,
  )
})

test('worlds are kept apart, on a real disk', async () => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  for (const name of ['default', 'worker-1']) {
    const world = new TestWorld()
    world.medium = (await folder.openWorld(name, world.loader)).medium
    world.put(1, `of ${name}`)
    await world.opened.durable()
    await folder.snapshots(name).save('s', world.rows.image())
  }
  await folder.close()
  const again = await openDataFolder(path)
  expect(await again.worlds()).toEqual(['default', 'worker-1'])
  for (const name of ['default', 'worker-1']) {
    const rows = new Rows()
    const { medium, notes } = await again.openWorld(name, rows)
    expect(rows.text()).toBe(`transactions ${row(1, `of ${name}`)}`)
    expect(notes).toEqual([])
    expect(await again.snapshots(name).list()).toHaveLength(1)
    await medium.close()
  }
  await again.removeWorld('worker-1')
  expect(await again.worlds()).toEqual(['default'])
  expect(await again.snapshots('worker-1').list()).toEqual([])
  await again.removeWorld('never-was')
  await again.close()
})

test('a world is opened once at a time', async () => {
  const folder = await openDataFolder(await temporaryPath())
  const opening = folder.openWorld('default', new Rows())
  const second = folder.openWorld('default', new Rows())
  await expect(second).rejects.toThrow('World default is open already')
  const { medium } = await opening
  await expect(folder.openWorld('default', new Rows())).rejects.toThrow(StoreFailure)
  await medium.close()
  await folder.openWorld('default', new Rows())
  await folder.close()
})

test('a world that is open can be removed, and made again', async () => {
  const folder = await openDataFolder(await temporaryPath())
  const world = new TestWorld()
  world.medium = (await folder.openWorld('w', world.loader)).medium
  world.put(1)
  await folder.removeWorld('w')
  const rows = new Rows()
  await folder.openWorld('w', rows)
  expect(rows.text()).toBe('')
  await folder.close()
})

test('a world that is removed before anything was stored in it keeps no other from storing', async () => {
  const folder = await openDataFolder(await temporaryPath())
  await folder.openWorld('unused', new Rows())
  await folder.removeWorld('unused')
  const world = new TestWorld()
  world.medium = (await folder.openWorld('default', world.loader)).medium
  world.put(1)
  await world.opened.durable()
  await folder.close()
})

test('a name that is no world’s is refused', async () => {
  const folder = await openDataFolder(await temporaryPath())
  for (const name of ['', '..', 'a/b', 'Upper', 'x'.repeat(41)]) {
    await expect(folder.openWorld(name, new Rows())).rejects.toThrow("is not a world's name")
    await expect(folder.removeWorld(name)).rejects.toThrow("is not a world's name")
    expect(() => folder.snapshots(name)).toThrow("is not a world's name")
  }
  await folder.close()
})

test('a folder that cannot be taken leaves no lock behind', async () => {
  const disk = new SimulatedDisk()
  disk.before = (operation, path) => {
    if (operation === 'write' && path.includes('key')) throw failure('ENOSPC')
  }
  await expect(openDataFolder('data', { files: disk })).rejects.toThrow(
    'data cannot be used: no space left on the disk (ENOSPC)',
  )
  expect(await disk.list('data')).not.toContain('lock')
  disk.before = () => undefined
  await (await openDataFolder('data', { files: disk })).close()
})

test.each([
  ['its log', false, 'log.1.jsonl'],
  ['its state', true, 'state.json'],
])('a key with one digit changed is noticed by %s', async (_what, isClosed, name) => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  const world = new TestWorld()
  world.medium = (await folder.openWorld('default', world.loader)).medium
  world.put(1)
  await world.opened.durable()
  if (isClosed) await world.opened.close()
  // As after a kill: the state is not renewed.
  await rm(join(path, 'lock'))
  await expect(folder.close()).rejects.toThrow(FolderLost)
  const key = join(path, 'key')
  const text = await readFile(key, 'utf8')
  await writeFile(
    key,
    text.replace(/.\n$/, (last) => (last === '0\n' ? '1\n' : '0\n')),
  )
  const again = await openDataFolder(path)
  await expect(again.openWorld('default', new Rows())).rejects.toThrow(
    `${key} is not the key that ${join(path, 'worlds', 'default', name)} was written with`,
  )
  await again.close()
})
