import { expect, test } from 'vitest'
import type { WorldsAnswer } from '../../src/http/contract/control/calls/worlds.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'

const WORLDS = 150

/** A sandbox that may have 128 files open at a time, its connections included. */
async function started(config: string, data: string) {
  const limited = `ulimit -n 128; exec "${process.execPath}" "${binary}" "$@"`
  const args = ['start', '--port', '0', '--json', '--config', config, '--data', data]
  const sandbox = new BinaryProcess(args, {}, ['sh', '-c', limited, 'sh'])
  const { url } = JSON.parse(await sandbox.printing(/^{.*}$/m))
  return { sandbox, url, control: new ControlClient(url) }
}

test.skipIf(process.platform === 'win32')(
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
