import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../src/store/data-folder.ts'
import { FolderInUse } from '../../../src/store/port/store-error.ts'
import { bundled } from '../support/bundle.ts'
import { Rows } from '../support/rows.ts'
import { TestWorld } from '../support/world.ts'

const isLinux = process.platform === 'linux'
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
  await writeFile(lock, JSON.stringify({ ...owner, ...changes }))
}

test('a folder that a live process owns is refused, with its number and what to do', async () => {
  const path = await temporaryPath()
  const { child, said } = await holder(path)
  expect(said).toBe('held')
  const opening = openDataFolder(path)
  await expect(opening).rejects.toThrow(FolderInUse)
  await expect(opening).rejects.toThrow(
    new RegExp(
      `^${literal(path)} is in use by another sandbox \\(process ${child.pid}, since \\S+Z\\); stop it${
        isLinux
          ? ' or use another data folder'
          : `, or remove ${literal(join(path, 'lock'))} if it is gone`
      }$`,
    ),
  )
  child.stdin?.end()
  await once(child, 'exit')
  await (await openDataFolder(path)).close()
})

test('the same process is refused a second time as well, with the address', async () => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  await folder.lock.announce('http://127.0.0.1:4567')
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

test.each([
  ...(isLinux ? [{}] : []),
  // Where start times are not known, a process knows at least its own.
  { start: null, since: '2026-01-05T00:00:00.000Z' },
])('a process number that is used again does not count: %j', async (changes) => {
  const path = await leftBehind()
  await rewrite(path, { pid: process.pid, ...changes })
  await (await openDataFolder(path)).close()
})

test.each(['', '{"id":"'])('a lock that a power cut left as %j does not count', async (text) => {
  const path = await temporaryPath()
  await writeFile(join(path, 'lock'), text)
  await (await openDataFolder(path)).close()
  expect((await readdir(path)).sort()).toEqual(['.gitignore', 'key'])
})

test('a lock of another machine or container is respected, and the way out named', async () => {
  const path = await leftBehind()
  await rewrite(path, { namespace: 'elsewhere pid:[1]', pid: 1, since: 'then' })
  await expect(openDataFolder(path)).rejects.toThrow(
    `${path} is in use by a sandbox on elsewhere (process 1, since then); stop it, or remove ${join(path, 'lock')} if it is gone`,
  )
  await rm(join(path, 'lock'))
  await (await openDataFolder(path)).close()
})

test('an owner that answers with its id is respected, whatever its process number says', async () => {
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

test.skipIf(isWindows)('a suspended owner is respected', async () => {
  const path = await temporaryPath()
  const { child } = await holder(path)
  child.kill('SIGSTOP')
  await expect(openDataFolder(path)).rejects.toThrow(FolderInUse)
})

test('of many that start at once, beside a stale lock, exactly one gets the folder', async () => {
  const path = await leftBehind()
  const starters = await Promise.all(Array.from({ length: 6 }, () => holder(path)))
  const said = starters.map((starter) => starter.said)
  expect(said.filter((word) => word === 'held')).toHaveLength(1)
  expect(said.filter((word) => word.startsWith('FolderInUse: '))).toHaveLength(5)
})

test.each(['nothing', 'a stale lock', 'a stale lock and a stale claim on it', 'a damaged lock'])(
  'of many that start at once in one process beside %s, exactly one gets the folder',
  async (what) => {
    const round = async () => {
      const path = await temporaryPath()
      const lock = join(path, 'lock')
      const stale = { id: 's', folder: path, pid: 2 ** 30, start: null, since: 'then' }
      const folder = await openDataFolder(path)
      const { namespace } = JSON.parse(await readFile(lock, 'utf8'))
      await folder.close()
      if (what.includes('stale')) await writeFile(lock, JSON.stringify({ ...stale, namespace }))
      if (what.includes('claim'))
        await writeFile(`${lock}.s`, JSON.stringify({ ...stale, namespace, id: 'c' }))
      if (what.includes('damaged')) await writeFile(lock, '')
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(path)))
      const got = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(got).toHaveLength(1)
      await got[0]?.close()
      expect((await readdir(path)).sort()).toEqual(['.gitignore', 'key'])
    }
    await Promise.all([round(), round(), round()])
  },
  60_000,
)

const tools: readonly (readonly [string, (from: string, to: string) => Promise<unknown>])[] = [
  ['fs.cp', (from, to) => cp(from, to, { recursive: true })],
  [
    'tar',
    async (from, to) => {
      await mkdir(to)
      const run = promisify(execFile)
      await run('tar', ['-cf', `${to}.tar`, '-C', from, '.'])
      await run('tar', ['-xf', `${to}.tar`, '-C', to])
    },
  ],
]

test.each(tools)(
  'a folder can be copied with %s, stopped or in use, and both used',
  async (_name, copy) => {
    const path = join(await temporaryPath(), 'one')
    const folder = await openDataFolder(path)
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    world.put(1, 'kept')
    await world.opened.durable()
    await folder.lock.announce('http://127.0.0.1:1')
    await copy(path, `${path}-running`)
    await expect(openDataFolder(path)).rejects.toThrow(FolderInUse)
    await expectStored(`${path}-running`, world)
    await folder.close()
    await copy(path, `${path}-stopped`)
    await expectStored(`${path}-stopped`, world)
  },
)

async function expectStored(path: string, world: TestWorld): Promise<void> {
  const folder = await openDataFolder(path)
  const rows = new Rows()
  await folder.openWorld('default', rows)
  expect(rows.text()).toBe(world.rows.text())
  await folder.close()
}

test.skipIf(isWindows)('a folder in use stays so under another name', async () => {
  const path = join(await temporaryPath(), 'one')
  const folder = await openDataFolder(path)
  await symlink(path, `${path}-link`)
  await expect(openDataFolder(`${path}-link`)).rejects.toThrow(FolderInUse)
  await rename(path, `${path}-moved`)
  await expect(openDataFolder(`${path}-moved`)).rejects.toThrow(FolderInUse)
  await rename(`${path}-moved`, path)
  await folder.close()
})
