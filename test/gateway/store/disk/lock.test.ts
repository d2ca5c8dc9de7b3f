import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../../src/gateway/store/data-folder.ts'
import type { Files } from '../../../../src/gateway/store/disk/files.ts'
import { OwnedFiles } from '../../../../src/gateway/store/disk/lock.ts'
import { FolderInUse, StoreError } from '../../../../src/gateway/store/port/store-error.ts'
import { rounds } from '../../../support/extent.ts'
import { bundled } from '../support/bundle.ts'
import { Rows } from '../support/rows.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'
import { TestWorld } from '../support/world.ts'

const isWindows = process.platform === 'win32'

/** A text as a pattern: paths have backslashes on Windows. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

let script: Awaited<ReturnType<typeof bundled>>

beforeAll(async () => {
  script = await bundled('holder.ts')
})

afterAll(() => script.remove())

async function temporaryPath(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sandgate-lock-'))
  onTestFinished(() => rm(path, { recursive: true, maxRetries: 10 }))
  return path
}

/** A process that wants the folder, and what it says about it. */
async function holder(path: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [script.file, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [said] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, said }
}

/** A folder that a killed process leaves. */
async function leftBehind(): Promise<string> {
  const path = await temporaryPath()
  const { child } = await holder(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return path
}

/** Changes the lock, as it would read on another machine or after its process number was reused. */
async function rewrite(path: string, changes: object): Promise<void> {
  const lock = join(path, 'lock')
  const owner = JSON.parse(await readFile(lock, 'utf8'))
  await writeFile(lock, `${JSON.stringify({ ...owner, ...changes })}\n`)
}

test('a folder that a live process owns is refused, with its number and what to do', async () => {
  const path = await temporaryPath()
  const { child, said } = await holder(path)
  expect(said).toBe('held')
  const opening = openDataFolder(path)
  await expect(opening).rejects.toThrow(FolderInUse)
  await expect(opening).rejects.toThrow(
    new RegExp(
      `^${literal(path)} is in use by another sandbox \\(process ${child.pid}, since \\S+Z\\); stop it, or remove ${literal(join(path, 'lock'))} if it is gone or this folder is a copy$`,
    ),
  )
  child.stdin?.end()
  await once(child, 'exit')
  await (await openDataFolder(path)).close()
})

test('the same process is refused a second time as well, with the address', async () => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  await folder.lock.announce({ url: 'http://127.0.0.1:4567' })
  await expect(openDataFolder(path)).rejects.toThrow(
    new RegExp(
      `is in use by another sandbox at http://127.0.0.1:4567 \\(process ${process.pid}, since \\S+\\); stop it with 'npx sandgate stop --url http://127.0.0.1:4567'`,
    ),
  )
  await folder.close()
  await (await openDataFolder(path)).close()
  expect((await readdir(path)).sort()).toEqual(['.gitignore', 'key'])
})

test('what a killed process leaves is taken over', async () => {
  const path = await leftBehind()
  const folder = await openDataFolder(path)
  expect(JSON.parse(await readFile(join(path, 'lock'), 'utf8')).pid).toBe(process.pid)
  await folder.close()
  expect((await readdir(path)).sort()).toEqual(['.gitignore', 'key'])
})

test('a process that is just being killed is waited for', async () => {
  const path = await temporaryPath()
  for (let round = 0; round < 3; round++) {
    const { child } = await holder(path)
    child.kill('SIGKILL')
    await (await openDataFolder(path)).close()
  }
})

test('a lock of an earlier process with the number of this one does not count', async () => {
  const path = await leftBehind()
  await rewrite(path, { pid: process.pid, since: '2026-01-05T00:00:00.000Z' })
  await (await openDataFolder(path)).close()
})

test('a lock of another machine or container is respected, and the file to remove named', async () => {
  const path = await leftBehind()
  const since = '2026-01-05T00:00:00.000Z'
  await rewrite(path, { host: 'elsewhere', pid: 1, since })
  await expect(openDataFolder(path)).rejects.toThrow(
    `${path} is in use by a sandbox on elsewhere (process 1, since ${since}); stop it, or remove ${join(path, 'lock')} if it is gone or this folder is a copy`,
  )
  await rm(join(path, 'lock'))
  await (await openDataFolder(path)).close()
})

test('an owner that responds with its id is respected, whatever its process number says', async () => {
  const path = await leftBehind()
  const { id } = JSON.parse(await readFile(join(path, 'lock'), 'utf8'))
  let answer = { id }
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  await rewrite(path, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await expect(openDataFolder(path)).rejects.toThrow(FolderInUse)
  answer = { id: 'another' }
  await (await openDataFolder(path)).close()
})

const hostile: readonly (readonly [string, object])[] = [
  ['an id that is a path', { id: 'x/../../precious' }],
  ['a URL of another machine', { url: 'http://192.0.2.1:80' }],
  ['a URL with a path', { url: 'http://127.0.0.1:80/delete-everything' }],
  ['a URL with a user', { url: 'http://user@127.0.0.1:80' }],
  ['a URL with a control character', { url: 'http://127.0.0.1:80\u001b[2J' }],
  ['another scheme', { url: 'file:///etc/passwd' }],
  ['a host with a control character', { host: 'host\u001b[2J' }],
  ['a time that is none', { since: 'then\u0007' }],
  ['a process that is none', { pid: -1 }],
  ['an unknown member', { folder: '/somewhere/else' }],
]

test.each(hostile)('a lock with %s is refused, with the file to remove', async (_what, changes) => {
  const path = await leftBehind()
  await writeFile(join(path, '../precious'), 'precious')
  onTestFinished(() => rm(join(path, '../precious'), { force: true }))
  await rewrite(path, changes)
  const before = await readFile(join(path, 'lock'), 'utf8')
  await expect(openDataFolder(path)).rejects.toThrow(
    `${join(path, 'lock')} is not a lock that this version of Sandgate wrote; remove it if no sandbox uses the folder`,
  )
  expect(await readFile(join(path, 'lock'), 'utf8')).toBe(before)
  expect(await readFile(join(path, '../precious'), 'utf8')).toBe('precious')
})

test.each(['[]\n', '', '{"id":"', 'x'.repeat(100_000)])(
  'a lock that was never one, or that a power cut left, is refused as well',
  async (text) => {
    const path = await temporaryPath()
    await writeFile(join(path, 'lock'), text)
    await expect(openDataFolder(path)).rejects.toThrow(`${join(path, 'lock')} is not a lock that `)
    expect(await readdir(path)).toEqual(['lock'])
  },
)

test('of many processes that start at once, beside a stale lock, exactly one gets the folder', async () => {
  const path = await leftBehind()
  const many = rounds(6, 20, 200)
  const starters = await Promise.all(Array.from({ length: many }, () => holder(path)))
  const said = starters.map((starter) => starter.said)
  expect(said.filter((word) => word === 'held')).toHaveLength(1)
  expect(said.filter((word) => word.startsWith('FolderInUse: '))).toHaveLength(many - 1)
})

test.each(['nothing', 'a stale lock'])(
  'of 200 that start at once in one process beside %s, exactly one gets the folder',
  async (what) => {
    const path = await leftBehind()
    if (what === 'nothing') await rm(join(path, 'lock'))
    const tries = await Promise.allSettled(Array.from({ length: 200 }, () => openDataFolder(path)))
    const got = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(got).toHaveLength(1)
    await got[0]?.close()
    expect((await readdir(path)).sort()).toEqual(['.gitignore', 'key'])
  },
)

/** A process that is suspended before its nth change of the disk, until it is resumed. */
class Suspended {
  readonly reached: Promise<void>
  readonly files: Files
  resume: () => void = () => undefined
  #left: number

  constructor(disk: Files, changes: number) {
    this.#left = changes
    const resumed = new Promise<void>((resolve) => {
      this.resume = resolve
    })
    let reach: () => void = () => undefined
    this.reached = new Promise((resolve) => {
      reach = resolve
    })
    const check = async () => {
      if (this.#left-- > 0) return
      reach()
      await resumed
    }
    this.files = new OwnedFiles(disk, { check, look: async () => undefined })
  }
}

test('two starts, each suspended at any of its changes: one gets the folder, and nothing it stores is lost', async () => {
  const isHeld = { name: 'held' }
  const round = async (first: number, second: number, isStale: boolean) => {
    const disk = new SimulatedDisk()
    if (isStale) {
      await openDataFolder('data', { files: disk })
      const owner = JSON.parse(disk.text('data/lock'))
      disk.put('data/lock', `${JSON.stringify({ ...owner, pid: 2 ** 30 })}\n`)
    }
    const start = async ({ files }: Suspended, id: number) => {
      try {
        const folder = await openDataFolder('data', { files })
        const world = new TestWorld()
        world.medium = (await folder.openWorld('default', world.loader)).medium
        world.put(id)
        await world.opened.durable()
        return isHeld
      } catch (error) {
        return error
      }
    }
    const processes = [new Suspended(disk, first), new Suspended(disk, second)] as const
    const ends = processes.map((one, id) => start(one, id))
    for (const [index, one] of processes.entries()) await Promise.race([one.reached, ends[index]])
    for (const [index, one] of processes.entries()) {
      one.resume()
      await ends[index]
    }
    const said = await Promise.all(ends)
    const where = `${first} ${second} ${isStale}: ${said.map((one) => (one as Error).message)}`
    expect(
      said.filter((one) => one === isHeld),
      where,
    ).toHaveLength(1)
    expect(
      said.filter((one) => one instanceof StoreError),
      where,
    ).toHaveLength(1)
    disk.names.delete('data/lock')
    const again = new Rows()
    await (await openDataFolder('data', { files: disk })).openWorld('default', again)
    expect([...again.table('transactions').keys()], where).toEqual([said.indexOf(isHeld)])
  }
  const all = Array.from({ length: 12 }, (_, first) =>
    Array.from({ length: 12 }, (_, second) => [
      round(first, second, true),
      round(first, second, false),
    ]),
  )
  await Promise.all(all.flat(2))
})

test.each(['write', 'open'])(
  'a folder that is removed just before %s is reported as removed, not as a failed write',
  async (operation) => {
    const disk = new SimulatedDisk()
    const folder = await openDataFolder('data', { files: disk })
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    world.put(1)
    await world.opened.durable()
    disk.before = (what, path) => {
      if (what !== operation || !path.startsWith('data/')) return
      for (const name of [...disk.names.keys()])
        if (name.startsWith('data/')) disk.names.delete(name)
      for (const name of [...disk.folders]) if (name.startsWith('data')) disk.folders.delete(name)
      throw failure('ENOENT')
    }
    world.put(2)
    const done = operation === 'open' ? folder.close() : world.opened.durable()
    await expect(done).rejects.toThrow('data was removed while the sandbox was running')
  },
)

const takings: readonly (readonly [string, string, (path: string) => Promise<unknown>])[] = [
  [
    'its lock is deleted',
    'lock was removed or replaced while the sandbox was running: another sandbox may use the folder now',
    (path) => rm(join(path, 'lock')),
  ],
  [
    'its folder is moved and copied back',
    'what was stored in it is in ',
    async (path) => {
      await rename(path, `${path}-moved`)
      await cp(`${path}-moved`, path, { recursive: true })
      await rm(join(path, 'lock'))
    },
  ],
  [
    'the folder of its worlds is moved',
    'what was stored in it is in ',
    async (path) => {
      await rename(join(path, 'worlds'), join(path, 'worlds-moved'))
      await cp(join(path, 'worlds-moved'), join(path, 'worlds'), { recursive: true })
      await rm(join(path, 'lock'))
    },
  ],
]

test.skipIf(isWindows).each(takings)(
  'when %s, a sandbox stores nothing more, and all that it acknowledged is there',
  async (_what, reason, take) => {
    const path = join(await temporaryPath(), 'one')
    const folder = await openDataFolder(path)
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    world.put(1, 'acknowledged')
    await world.opened.durable()
    await take(path)
    const loss = await new Promise<Error>((resolve) => folder.onLost(resolve))
    expect(loss.message).toContain(reason)
    const second = await openDataFolder(path)
    const other = new TestWorld()
    other.medium = (await second.openWorld('default', other.loader)).medium
    other.put(2, 'of the second')
    await other.opened.durable()
    world.put(3, 'of the first')
    await expect(world.opened.durable()).rejects.toThrow(reason)
    await expect(folder.snapshots('default').save('s', world.rows.image())).rejects.toThrow(reason)
    await expect(folder.removeWorld('default')).rejects.toThrow(reason)
    await expect(folder.close()).rejects.toThrow(reason)
    other.put(4, 'of the second')
    await other.opened.durable()
    await second.close()
    await expectStored(path, other)
    expect([...other.rows.table('transactions').keys()]).toEqual([1, 2, 4])
  },
)

test('a folder can be copied, stopped or in use, and both used', async () => {
  const path = join(await temporaryPath(), 'one')
  const folder = await openDataFolder(path)
  const world = new TestWorld()
  world.medium = (await folder.openWorld('default', world.loader)).medium
  world.put(1, 'kept')
  await world.opened.durable()
  await cp(path, `${path}-running`, { recursive: true })
  await expect(openDataFolder(`${path}-running`)).rejects.toThrow(FolderInUse)
  await rm(join(`${path}-running`, 'lock'))
  await expectStored(`${path}-running`, world)
  await folder.close()
  await cp(path, `${path}-stopped`, { recursive: true })
  await expectStored(`${path}-stopped`, world)
})

async function expectStored(path: string, world: TestWorld): Promise<void> {
  const folder = await openDataFolder(path)
  const rows = new Rows()
  await folder.openWorld('default', rows)
  expect(rows.text()).toBe(world.rows.text())
  await folder.close()
}
