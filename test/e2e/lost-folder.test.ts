import { cp, rename, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { startBinary } from '../support/binary.ts'
import { GatewayClient } from '../support/gateway-client.ts'

const isWindows = process.platform === 'win32'

const takings: readonly (readonly [string, (data: string) => Promise<unknown>])[] = [
  ['its lock was deleted', (data) => rm(`${data}/lock`)],
  [
    'its folder was moved and copied back',
    async (data) => {
      await rename(data, `${data}-moved`)
      await cp(`${data}-moved`, data, { recursive: true })
      await rm(`${data}/lock`)
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
    expect(stderr).toMatch(
      /(?:lock was removed or replaced|was moved) while the sandbox was running/,
    )
    expect((await new GatewayClient(second.api).purchase()).body.audit).toBe(1_000_022)
    second.process.kill('SIGKILL')
    await second.process.ended
    await using third = await startBinary(['--data', data])
    for (let audit = 1_000_001; audit <= 1_000_022; audit++) {
      expect((await new GatewayClient(third.api).lookup(audit)).status).toBe(200)
    }
  },
)

test.skipIf(isWindows)(
  'a sandbox whose worlds are moved stops, and says where they are',
  async () => {
    await using folder = await scratchFolder()
    const data = folder.at('data')
    const first = await startBinary(['--data', data])
    const gateway = new GatewayClient(first.api)
    const acknowledged: number[] = []
    const pay = async () => {
      const { status, body } = await gateway.purchase()
      if (status !== 200) return status
      acknowledged.push(body.audit)
      return await pay()
    }
    expect((await gateway.purchase()).status).toBe(200)
    await rename(`${data}/worlds`, `${data}/elsewhere`)
    // A request that arrives when the sandbox no longer listens gets no response.
    expect(await pay().catch(() => 500)).toBe(500)
    const { code, stderr } = await first.process.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /data\/worlds\/default\/log\.\d+\.jsonl was moved while the sandbox was running: what was stored in it is in /,
    )
    if (process.platform === 'linux')
      expect(stderr).toContain(`is in ${data}/elsewhere/default/log.`)
    await rename(`${data}/elsewhere`, `${data}/worlds`)
    await using second = await startBinary(['--data', data])
    for (const audit of acknowledged) {
      expect((await new GatewayClient(second.api).lookup(audit)).status).toBe(200)
    }
  },
)
