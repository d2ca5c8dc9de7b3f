import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { WorldsAnswer } from '../../src/http/contract/control/calls/worlds.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'
import { ControlClient } from '../support/control-client.ts'
import { isWhole } from '../support/extent.ts'
import { GatewayClient, type TestAnswer } from '../support/gateway-client.ts'

const WORLDS = 150

/** A sandbox that may have this many files open at a time, its connections included. */
async function started(config: string, data: string, files = 128) {
  const limited = `ulimit -n ${files}; exec "${process.execPath}" "${binary}" "$@"`
  const args = ['start', '--port', '0', '--json', '--config', config, '--data', data]
  const sandbox = new BinaryProcess(args, {}, ['sh', '-c', limited, 'sh'])
  const { url } = JSON.parse(await sandbox.printing(/^{.*}$/m))
  return { sandbox, url, control: new ControlClient(url) }
}

const few = [128, 40]

const onUnix = test.skipIf(process.platform === 'win32')

/** Buys in all worlds from this many connections at once; counts the answers by status. */
async function bought(url: string, clients: number, rounds: number) {
  const seen: Record<number, number> = {}
  const trade = async (first: number) => {
    for (let i = 0; i < rounds; i += 1) {
      const world = `k${(first * 7 + i * 11) % WORLDS}`
      const { status } = await new GatewayClient(`${url}/w/${world}/v1`).purchase()
      seen[status] = (seen[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => trade(i)))
  return seen
}

onUnix.each(isWhole ? [few, [256, 80]] : [few])(
  'with %i files, no purchase of %i clients at once fails',
  async (files, clients) => {
    await using folder = await scratchFolder({ 'sandgate.yaml': 'worlds: { keep: true }\n' })
    const place = [folder.at('sandgate.yaml'), folder.at('data')] as const
    const { sandbox, url } = await started(...place, files)
    await using _sandbox = sandbox
    expect(await bought(url, clients, 5)).toEqual({ 200: clients * 5 })
  },
  120_000,
)

onUnix(
  'a call for which no file is left is refused for a moment, and the sandbox recovers',
  async () => {
    await using folder = await scratchFolder({ 'sandgate.yaml': 'worlds: { keep: true }\n' })
    const place = [folder.at('sandgate.yaml'), folder.at('data')] as const
    const { sandbox, url } = await started(...place)
    await using _sandbox = sandbox
    const asking = new GatewayClient(`${url}/w/k1/v1`)
    expect((await asking.purchase()).status).toBe(200)
    const { hostname, port } = new URL(url)
    const others: Socket[] = []
    let refused: TestAnswer | undefined
    // How many connections are taken before the system refuses more is up to the system.
    for (let world = 2; world < 10 && refused === undefined; world += 1) {
      const more = Array.from({ length: 64 }, () => connect(Number(port), hostname))
      others.push(...more)
      for (const socket of more) socket.on('error', () => socket.destroy())
      await Promise.all(more.map((socket) => once(socket, 'connect')))
      // Answered after the connections were taken; its world may have been closed to make room.
      const looked = await asking.lookup(1_000_001)
      const bought = await new GatewayClient(`${url}/w/k${world}/v1`).purchase()
      refused = [looked, bought].find(({ status }) => status !== 200)
    }
    for (const socket of others) socket.destroy()
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([503, '1'])
    const again = async () => (await asking.lookup(1_000_001)).status
    await expect.poll(again, { timeout: 20_000 }).toBe(200)
    expect((await new GatewayClient(`${url}/w/k2/v1`).purchase()).status).toBe(200)
  },
  120_000,
)

test.runIf(isWhole && process.platform !== 'win32')(
  'there may be more kept worlds than files that can be open',
  async () => {
    await using folder = await scratchFolder({ 'sandgate.yaml': 'worlds: { keep: true }\n' })
    const place = [folder.at('sandgate.yaml'), folder.at('data')] as const
    const names = Array.from({ length: WORLDS }, (_, i) => `k${i}`)
    {
      const { sandbox, url, control } = await started(...place)
      await using _sandbox = sandbox
      for (const name of names) {
        const { status } = await new GatewayClient(`${url}/w/${name}/v1`).purchase()
        expect([name, status]).toEqual([name, 200])
      }
      expect((await new GatewayClient(`${url}/v1`).purchase()).status).toBe(200)
      expect((await control.put('/snapshots/one')).status).toBe(200)
      sandbox.kill('SIGTERM')
      expect((await sandbox.ended).code).toBe(0)
    }
    const { sandbox, url, control } = await started(...place)
    await using _sandbox = sandbox
    const { body } = await control.get<WorldsAnswer>('/worlds?limit=1000')
    const filled = body.worlds.filter(({ transactions }) => transactions === 1)
    expect(filled).toHaveLength(WORLDS + 1)
    for (const name of names) {
      const { body: bought } = await new GatewayClient(`${url}/w/${name}/v1`).purchase()
      expect(bought.audit).toBe(1_000_002)
    }
  },
  120_000,
)
