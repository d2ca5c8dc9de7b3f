import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createPlainServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { answerAs, ask } from '../../../src/store/disk/presence.ts'

const isWindows = process.platform === 'win32'

async function temporaryPath(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sg-'))
  onTestFinished(() => rm(path, { recursive: true, maxRetries: 10 }))
  return path
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each([
  ['a socket', ''],
  ['a port, where the path is too long for a socket', 'a'.repeat(100)],
])('whoever answers at %s is present until it ends', async (_, below) => {
  const lock = join(await temporaryPath(), below)
  const { place, end } = await answerAs('me', lock)
  expect(Object.keys(place)).toEqual(below === '' && !isWindows ? ['socket'] : ['port', 'network'])
  expect(await ask('me', lock, place)).toBe('present')
  expect(await ask('me', lock, place)).toBe('present')
  expect(await ask('you', lock, place)).toBe('gone')
  expect(await ask('meh', lock, place)).toBe('gone')
  end()
  expect(await ask('me', lock, place)).not.toBe('present')
})

test('a port where nobody listens any more is gone', async () => {
  const lock = join(await temporaryPath(), 'a'.repeat(100))
  const { place, end } = await answerAs('me', lock)
  end()
  expect(await ask('me', lock, place)).toBe('gone')
})

test.skipIf(isWindows)(
  'a path of a hundred bytes has room for a socket, a longer one not',
  async () => {
    const base = await temporaryPath()
    const shortest = Math.min(base.length, relative(process.cwd(), base).length)
    const room = 100 - shortest - '//me.sock'.length
    for (const [length, kind] of [
      [room, 'socket'],
      [room + 1, 'port'],
    ] as const) {
      const lock = join(base, 'a'.repeat(length))
      await mkdir(lock)
      const { place, end } = await answerAs('me', lock)
      expect(Object.keys(place)[0]).toBe(kind)
      expect(await ask('me', lock, place)).toBe('present')
      end()
    }
    const tooLong = join(base, 'a'.repeat(room + 1))
    expect(await ask('me', tooLong, { socket: 'me.sock' })).toBe('unknown')
  },
)

test('where no socket can be made, a port answers', async () => {
  const { place, end } = await answerAs('me', join(await temporaryPath(), 'nothing'))
  expect(place).toMatchObject({ port: expect.any(Number) })
  expect(await ask('me', 'nothing', place)).toBe('present')
  end()
})

/** What keeps this process from ending, by kind. */
function held(): string[] {
  return process.getActiveResourcesInfo().sort()
}

test('neither an answer nor a question keeps a process from ending', async () => {
  const lock = join(await temporaryPath(), 'a'.repeat(100))
  const before = held()
  const { place, end } = await answerAs('me', lock)
  expect(held()).toEqual(before)
  expect(await ask('you', lock, place)).toBe('gone')
  await expect
    .poll(() => held().filter((one) => one === 'Timeout').length)
    .toBe(before.filter((one) => one === 'Timeout').length)
  const asking = connect({ host: '127.0.0.1', port: Number('port' in place && place.port) })
  await once(asking, 'data')
  asking.unref()
  expect(held().filter((one) => one.startsWith('TCP'))).toEqual(
    before.filter((one) => one.startsWith('TCP')),
  )
  asking.destroy()
  end()
})

test('whoever asks and goes away at once does no harm', async () => {
  const uncaught: unknown[] = []
  const keep = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', keep)
  onTestFinished(() => void process.off('uncaughtException', keep))
  const lock = join(await temporaryPath(), 'a'.repeat(100))
  const { place, end } = await answerAs('me', lock)
  for (let i = 0; i < 5; i++) {
    const asking = connect({ host: '127.0.0.1', port: Number('port' in place && place.port) })
    await once(asking, 'connect')
    asking.resetAndDestroy()
  }
  expect(await ask('me', lock, place)).toBe('present')
  expect(uncaught).toEqual([])
  end()
})

test('a question lets go of whoever it asked', async () => {
  let open = 0
  const port = await portOf(
    createPlainServer((socket) => {
      open += 1
      socket.on('close', () => {
        open -= 1
      })
      socket.on('error', () => undefined)
      socket.resume().write('hello')
    }),
  )
  const { place, end } = await answerAs('me', join(await temporaryPath(), 'a'.repeat(100)))
  end()
  expect(await ask('me', '.', { ...place, port })).toBe('gone')
  await expect.poll(() => open).toBe(0)
})

test('a port of another network, and none, cannot be asked', async () => {
  const port = await portOf(createPlainServer((socket) => socket.end('me')))
  expect(await ask('me', '.', { port, network: 'another' })).toBe('unknown')
  expect(await ask('me', '.', { port: 0, network: null })).toBe('unknown')
  const { place, end } = await answerAs('you', join(await temporaryPath(), 'a'.repeat(100)))
  end()
  expect(await ask('me', '.', { ...place, port: 0 })).toBe('unknown')
})

test('another program that has got the port since is told from the owner', async () => {
  const lock = join(await temporaryPath(), 'a'.repeat(100))
  const { place, end } = await answerAs('me', lock)
  end()
  const talking = await portOf(createPlainServer((socket) => void socket.write('hello')))
  expect(await ask('me', lock, { ...place, port: talking })).toBe('gone')
  const web = await portOf(createServer())
  expect(await ask('me', lock, { ...place, port: web })).toBe('gone')
  const short = await portOf(createPlainServer((socket) => void socket.resume().end('m')))
  expect(await ask('me', lock, { ...place, port: short })).toBe('gone')
})
