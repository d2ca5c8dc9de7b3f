import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../../../src/store/disk/lock.ts'
import { answerAs, ask } from '../../../src/store/disk/presence.ts'
import { FolderInUse } from '../../../src/store/port/store-error.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'

/** A folder with the ticket of another, which comes before any of ours by its name. */
function diskWith(ticket: object | string, name = '0'): SimulatedDisk {
  const disk = new SimulatedDisk()
  for (const folder of ['data', 'data/lock']) disk.folders.add(folder)
  const text = typeof ticket === 'string' ? ticket : JSON.stringify(ticket)
  disk.put(`data/lock/${name}.json`, text)
  return disk
}

function ticketsIn(disk: SimulatedDisk): Record<string, unknown>[] {
  const names = [...disk.names.keys()].filter((name) => name.endsWith('.json'))
  return names.map((name) => JSON.parse(disk.text(name)))
}

const undecided = { pid: process.pid, birth: null, host: hostname(), started: 'then', holds: false }
const elsewhere = { ...undecided, host: 'elsewhere' }

/** How this process was born, as its own ticket tells. */
async function birth(): Promise<string> {
  const disk = new SimulatedDisk()
  const { release } = await lockFolder(disk, 'data')
  const [own] = ticketsIn(disk)
  await release()
  return String(own?.birth)
}

test('an owner has one ticket, which says so, until it lets go', async () => {
  const disk = new SimulatedDisk()
  const open: number[] = []
  disk.before = (operation) => {
    if (operation === 'rename') open.push(disk.openFiles)
  }
  const { release } = await lockFolder(disk, 'data')
  // Windows renames no file that is open.
  expect(open).toEqual([0, 0])
  expect(ticketsIn(disk)).toEqual([
    {
      pid: process.pid,
      birth: process.platform === 'linux' ? expect.stringMatching(/^\S+\/\d+$/) : null,
      host: hostname(),
      started: expect.stringMatching(/Z$/),
      holds: true,
      place: expect.anything(),
    },
  ])
  expect(disk.openFiles).toBe(0)
  await release()
  expect(disk.names.size).toBe(0)
})

test('an owner tells where it listens', async () => {
  const disk = new SimulatedDisk()
  const { announce, release } = await lockFolder(disk, 'data')
  await announce('http://127.0.0.1:5000')
  expect(ticketsIn(disk)).toMatchObject([{ holds: true, url: 'http://127.0.0.1:5000' }])
  disk.before = () => {
    throw failure('ENOSPC')
  }
  await announce('http://127.0.0.1:5001')
  expect(ticketsIn(disk)).toMatchObject([{ url: 'http://127.0.0.1:5000' }])
  await release()
})

const NOBODY = 2 ** 30

test.each([
  ['of a process that is gone', { ...undecided, pid: NOBODY }],
  ['of a process that is gone, with its birth', { ...undecided, pid: NOBODY, birth: 'x/1' }],
  ['that a power cut left half written', '{"pid":'],
  ['that is something else', '[]'],
])('a ticket %s is removed with its socket', async (_, ticket) => {
  const disk = diskWith(ticket)
  disk.put('data/lock/0.sock', '')
  const { release } = await lockFolder(disk, 'data')
  expect([...disk.names.keys()].filter((name) => name.includes('/0.'))).toEqual([])
  expect(ticketsIn(disk)).toMatchObject([{ pid: process.pid, holds: true }])
  await release()
})

test.runIf(process.platform === 'linux')(
  'a process is told from others by its number and its birth',
  async () => {
    const own = await birth()
    const [boot = ''] = own.split('/')
    const { place, end } = await answerAs('0', 'a'.repeat(100))
    end()
    const isLive = async (ticket: object) => {
      const disk = diskWith({ ...undecided, ...ticket })
      const locked = await lockFolder(disk, 'data').catch((error: unknown) => error)
      if (locked instanceof FolderInUse) return true
      await (locked as Awaited<ReturnType<typeof lockFolder>>).release()
      return false
    }
    expect(await isLive({ birth: own })).toBe(true)
    expect(await isLive({ birth: null })).toBe(true)
    expect(await isLive({ birth: `${boot}/1` })).toBe(false)
    expect(await isLive({ birth: 'another-boot/1' })).toBe(false)
    expect(await isLive({ birth: own, pid: NOBODY })).toBe(false)
    expect(await isLive({ birth: own, pid: NOBODY, host: 'elsewhere' })).toBe(true)
    expect(await isLive({ birth: 'another-boot/1', host: 'elsewhere' })).toBe(true)
    // A container of this machine has another name, but can be asked.
    expect(await isLive({ birth: own, host: 'elsewhere', place })).toBe(false)
  },
)

test.runIf(process.platform === 'linux')(
  'a process that has ended, and whose end nobody has taken note of, is gone',
  async () => {
    // What the shell started ends, while the program that takes its place does not ask about it.
    const child = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(child.stdout, 'data')
    const pid = Number(String(line))
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /)
    const disk = diskWith({ ...undecided, pid })
    const { release } = await lockFolder(disk, 'data')
    expect(ticketsIn(disk)).toMatchObject([{ pid: process.pid }])
    await release()
  },
)

test('an owner answers for its ticket until it lets go', async () => {
  const disk = new SimulatedDisk()
  const { release } = await lockFolder(disk, 'data')
  const name = [...disk.names.keys()].map((path) => basename(path, '.json'))[0] ?? ''
  const { place } = ticketsIn(disk)[0] as { place: { port: number; network: string | null } }
  expect(await ask(name, 'data/lock', place)).toBe('present')
  await release()
  expect(await ask(name, 'data/lock', place)).toBe('gone')
})

const way = `stop it, or remove ${'data/lock/0.json'.replaceAll('/', process.platform === 'win32' ? '\\' : '/')} if it is gone`

test.each([
  [
    'here',
    undecided,
    `data is in use by another sandbox (process ${process.pid}, since then); stop it or use another data folder`,
  ],
  [
    'here, with its address',
    { ...undecided, url: 'http://127.0.0.1:5000' },
    `data is in use by another sandbox at http://127.0.0.1:5000 (process ${process.pid}, since then); stop it with 'npx sandgate stop --url http://127.0.0.1:5000' or use another data folder`,
  ],
  [
    'here that cannot be asked',
    { ...undecided, place: { port: 0, network: null } },
    `data is in use by another sandbox that does not answer (process ${process.pid}, since then); ${way}`,
  ],
  [
    'elsewhere',
    elsewhere,
    `data is in use by a sandbox on elsewhere (process ${process.pid}, since then); ${way}`,
  ],
  [
    'elsewhere that cannot be asked',
    { ...elsewhere, place: { port: 0, network: null } },
    `data is in use by a sandbox on elsewhere (process ${process.pid}, since then); ${way}`,
  ],
])('a process %s that came first is not waited for, and named', async (_, ticket, message) => {
  const disk = diskWith(ticket)
  await expect(lockFolder(disk, 'data')).rejects.toThrow(new FolderInUse(message))
  expect([...disk.names.keys()]).toEqual(['data/lock/0.json'])
  expect(disk.openFiles).toBe(0)
})

test.each([
  ['an owner that is about to go', '0', { ...elsewhere, holds: true }],
  ['one that came later and is undecided', 'z', elsewhere],
])('%s is waited for, with a ticket that holds nothing yet', async (_, name, ticket) => {
  const disk = diskWith(ticket, name)
  const locking = lockFolder(disk, 'data')
  await expect.poll(() => ticketsIn(disk)).toHaveLength(2)
  for (let i = 0; i < 5; i++) await turn()
  expect(ticketsIn(disk)).toMatchObject([{ host: 'elsewhere' }, { holds: false }])
  disk.names.delete(`data/lock/${name}.json`)
  const { release } = await locking
  expect(ticketsIn(disk)).toMatchObject([{ holds: true }])
  await release()
})

test('a ticket that cannot be written is told, and leaves nothing', async () => {
  const disk = new SimulatedDisk()
  disk.before = (operation, path) => {
    if (operation === 'write' && path.includes('lock')) throw failure('ENOSPC')
  }
  await expect(lockFolder(disk, 'data')).rejects.toThrow('ENOSPC')
  expect(disk.openFiles).toBe(0)
})
