import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../src/store/data-folder.ts'
import { FolderInUse } from '../../../src/store/port/store-error.ts'
import { bundled } from '../support/bundle.ts'

/** Windows has no sockets in folders, and cannot suspend a process. */
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

test('a folder that a live process owns is refused, with its number and what to do', async () => {
  const path = await temporaryPath()
  const { child, said } = await holder(path)
  expect(said).toBe('held')
  const opening = openDataFolder(path)
  await expect(opening).rejects.toThrow(FolderInUse)
  await expect(opening).rejects.toThrow(
    new RegExp(
      `^${literal(path)} is in use by another sandbox \\(process ${child.pid}, since \\S+Z\\); stop it or use another data folder$`,
    ),
  )
  child.stdin?.end()
  await once(child, 'exit')
  await (await openDataFolder(path)).close()
})

test('the same process is refused a second time as well', async () => {
  const path = await temporaryPath()
  const folder = await openDataFolder(path)
  await expect(openDataFolder(path)).rejects.toThrow(`process ${process.pid}`)
  await folder.close()
  await (await openDataFolder(path)).close()
})

test('what a killed process leaves is taken over', async () => {
  const path = await temporaryPath()
  const { child } = await holder(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readdir(join(path, 'lock'))).toHaveLength(isWindows ? 1 : 2)
  const folder = await openDataFolder(path)
  const [ticket = '', socket] = (await readdir(join(path, 'lock'))).sort()
  expect(socket).toBe(isWindows ? undefined : ticket.replace('json', 'sock'))
  expect(JSON.parse(await readFile(join(path, 'lock', ticket), 'utf8'))).toMatchObject({
    pid: process.pid,
    host: hostname(),
    holds: true,
  })
  await folder.close()
})

test('a process that is just being killed is waited for', async () => {
  const path = await temporaryPath()
  for (let round = 0; round < 3; round++) {
    const { child } = await holder(path)
    child.kill('SIGKILL')
    await (await openDataFolder(path)).close()
  }
})

test.runIf(process.platform === 'linux')('a process number used again does not count', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  const stale = {
    pid: process.pid,
    birth: 'boot/1',
    host: hostname(),
    started: 'then',
    holds: true,
  }
  await writeFile(join(path, 'lock', '0.json'), JSON.stringify(stale))
  await (await openDataFolder(path)).close()
  expect(await readdir(join(path, 'lock'))).toEqual([])
})

test('a lock that a power cut left half written does not count', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  await writeFile(join(path, 'lock', '0.json'), '')
  await (await openDataFolder(path)).close()
})

test('a lock of another machine is respected, and the way out told', async () => {
  const path = await temporaryPath()
  await (await openDataFolder(path)).close()
  const other = { pid: 1, birth: null, host: 'elsewhere', started: 'then', holds: true }
  await writeFile(join(path, 'lock', '0.json'), JSON.stringify(other))
  await expect(openDataFolder(path)).rejects.toThrow(
    `${path} is in use by a sandbox on elsewhere (process 1, since then); stop it, or remove ${join(path, 'lock', '0.json')} if it is gone`,
  )
})

test('of many who start at once, beside a stale lock, exactly one gets the folder', async () => {
  const path = await temporaryPath()
  const { child } = await holder(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const starters = await Promise.all(Array.from({ length: 6 }, () => holder(path)))
  const said = starters.map((starter) => starter.said)
  expect(said.filter((word) => word === 'held')).toHaveLength(1)
  expect(said.filter((word) => word.startsWith('FolderInUse: '))).toHaveLength(5)
})

test('of many who start at once in one process, exactly one gets the folder', async () => {
  for (let round = 0; round < 20; round++) {
    const path = await temporaryPath()
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(path)))
    const got = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(got).toHaveLength(1)
    await got[0]?.close()
  }
})

async function ticketIn(path: string): Promise<string> {
  const name = (await readdir(join(path, 'lock'))).find((one) => one.endsWith('.json'))
  return join(path, 'lock', name ?? '')
}

/** Rewrites a ticket, as it would read in another container or after its number was used again. */
async function rewrite(ticket: string, changes: object): Promise<void> {
  const text = await readFile(ticket, 'utf8')
  await writeFile(ticket, JSON.stringify({ ...JSON.parse(text), ...changes }))
}

/** No process has this number. */
const NOBODY = 2 ** 30

test.each([
  ['at a socket', ''],
  ['at a port, where the path is too long for a socket', 'a'.repeat(100)],
])('an owner whose process number means nothing here answers for itself %s', async (_at, below) => {
  const path = join(await temporaryPath(), below)
  const { child } = await holder(path)
  const ticket = await ticketIn(path)
  await rewrite(ticket, { pid: NOBODY })
  await expect(openDataFolder(path)).rejects.toThrow(FolderInUse)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await rewrite(ticket, { pid: process.pid, birth: null })
  await (await openDataFolder(path)).close()
  expect(await readdir(join(path, 'lock'))).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'what a killed process of another container on this machine leaves is taken over',
  async () => {
    const path = await temporaryPath()
    const { child } = await holder(path)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rewrite(await ticketIn(path), { host: 'another-container' })
    await (await openDataFolder(path)).close()
  },
)

test.skipIf(isWindows)(
  'an owner that does not answer is respected, and the way out told',
  async () => {
    const path = await temporaryPath()
    const { child } = await holder(path)
    child.kill('SIGSTOP')
    const ticket = await ticketIn(path)
    await expect(openDataFolder(path)).rejects.toThrow(
      new RegExp(
        `^${path} is in use by another sandbox that does not answer \\(process ${child.pid}, since \\S+Z\\); stop it, or remove ${ticket} if it is gone$`,
      ),
    )
  },
)

test.runIf(process.platform === 'linux')(
  'a ticket from before a restart of the machine does not count',
  async () => {
    const path = await temporaryPath()
    const folder = await openDataFolder(path)
    const ticket = await ticketIn(path)
    const text = await readFile(ticket, 'utf8')
    await folder.close()
    await writeFile(ticket, text)
    await rewrite(ticket, { birth: 'another-boot/1' })
    await (await openDataFolder(path)).close()
  },
)
