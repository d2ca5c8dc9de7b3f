import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'

/** In one turn: the sandbox, which runs in this process, sees no half of it. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true })
}

test.skipIf(process.platform === 'win32')(
  'a sandbox whose data folder was removed says what is lost, and ends with code 1',
  async () => {
    await using folder = await scratchFolder()
    await using sandbox = await CommandSandbox.start(['--data', folder.at('data')])
    const gateway = new GatewayClient(sandbox.api)
    expect((await gateway.purchase()).status).toBe(200)
    remove(folder.at('data'))
    // The sandbox may have noticed it before, and no longer listen.
    const refused = await gateway.purchase().catch(() => undefined)
    expect(refused?.status ?? 500).toBe(500)
    const { code, stderr } = await sandbox.process.ended
    const gone = `${folder.at('data')} was removed while the sandbox was running: what was stored in it is lost; start the sandbox again`
    const said = stderr.split('\n').filter((line) => line.includes(gone))
    expect([code, said[0]?.endsWith(gone), said.at(-1)?.endsWith(gone)]).toEqual([1, true, true])
    expect(stderr).not.toContain('has everything')
  },
)

test.skipIf(process.platform === 'win32')(
  'an idle sandbox whose data folder was removed ends soon, with code 1',
  async () => {
    await using folder = await scratchFolder()
    await using sandbox = await CommandSandbox.start(['--data', folder.at('data')])
    remove(folder.at('data'))
    const { code, stderr } = await sandbox.process.ended
    expect(code).toBe(1)
    expect(stderr).toContain(`${folder.at('data')} was removed while the sandbox was running`)
  },
)
