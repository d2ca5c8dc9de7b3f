import { cp, rename, rm } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { startBinary } from '../support/binary.ts'
import { GatewayClient } from '../support/gateway-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const isWindows = process.platform === 'win32'

const takings: readonly (readonly [string, (data: string) => Promise<unknown>])[] = [
  ['its lock was deleted', (data) => rm(`${data}/lock`)],
  [
    'its folder was moved and copied back',
    async (data) => {
      await rename(data, `${data}-moved`)
      await cp(`${data}-moved`, data, { recursive: true })
    },
  ],
]

test.skipIf(isWindows).each(takings)(
  'a sandbox stops when %s, and one that is started there has all that was acknowledged',
  async (_what, take) => {
    await using folder = await scratchFolder()
    const data = folder.at('data')
    const first = await startBinary(['--data', data])
    for (let n = 0; n < 20; n++) {
      expect((await new GatewayClient(first.api).purchase()).status).toBe(200)
    }
    // Suspended, so that it cannot notice before the second one has begun.
    first.process.kill('SIGSTOP')
    await take(data)
    await using second = await startBinary(['--data', data])
    expect((await new GatewayClient(second.api).purchase()).body.audit).toBe(1_000_021)
    const late = new GatewayClient(first.api).purchase().catch(() => ({ status: 0 }))
    first.process.kill('SIGCONT')
    expect((await late).status).not.toBe(200)
    const { code, stderr } = await first.process.ended
    expect(code).toBe(1)
    expect(stderr).toContain(`${data}/lock was removed or replaced while the sandbox was running`)
    expect((await new GatewayClient(second.api).purchase()).body.audit).toBe(1_000_022)
    second.process.kill('SIGKILL')
    await second.process.ended
    await using third = await startBinary(['--data', data])
    for (let audit = 1_000_001; audit <= 1_000_022; audit++) {
      expect((await new GatewayClient(third.api).lookup(audit)).status).toBe(200)
    }
  },
)
