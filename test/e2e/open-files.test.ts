import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'
import { GatewayClient, type TestResponse } from '../support/gateway-client.ts'

/** A sandbox that may have 128 files open at a time, its connections included. */
async function started(config: string, data: string) {
  const limited = `ulimit -n 128; exec "${process.execPath}" "${binary}" "$@"`
  const args = ['start', '--port', '0', '--json', '--config', config, '--data', data]
  const sandbox = new BinaryProcess(args, {}, ['sh', '-c', limited, 'sh'])
  const { url } = JSON.parse(await sandbox.printing(/^{.*}$/m))
  return { sandbox, url }
}

const onUnix = test.skipIf(process.platform === 'win32')

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
    let refused: TestResponse | undefined
    // How many connections are taken before the system refuses more is up to the system.
    for (let world = 2; world < 10 && refused === undefined; world += 1) {
      const more = Array.from({ length: 64 }, () => connect(Number(port), hostname))
      others.push(...more)
      for (const socket of more) socket.on('error', () => socket.destroy())
      await Promise.all(more.map((socket) => once(socket, 'connect')))
      // Answered after the connections were taken;
      const looked = await asking.lookup(1_000_001)
      const bought = await new GatewayClient(`${url}/w/k${world}/v1`).purchase()
      refused = [looked, bought].find(({ status }) => status !== 200)
    }
    for (const socket of others) socket.destroy()
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([503, '1'])
    const again = async () => (await asking.lookup(1_000_001)).status
    await expect.poll(again).toBe(200)
    expect((await new GatewayClient(`${url}/w/k2/v1`).purchase()).status).toBe(200)
  },
  120_000,
)
