import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/runtime/config/read-config.ts'
import { readPlan } from '../../src/runtime/plan-file.ts'
import { readRun } from '../../src/runtime/run-file/read-run.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { scratchFolder } from './scratch.ts'

/** A pipe that nobody writes to: whoever waits for it waits for ever. */
function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

const hasPipes = process.platform !== 'win32'

describe.runIf(hasPipes)('a pipe where a file should be', () => {
  test('is a damaged snapshot, and holds up nobody', async () => {
    await using folder = await scratchFolder()
    await using sandbox = await startTestSandbox({ data: folder.at('data') })
    const control = new ControlClient(sandbox.url)
    await control.put('/snapshots/good')
    makePipe(folder.at('data/worlds/default/snapshots/pipe.json'))
    const listed = await control.get('/snapshots')
    expect(listed.text).toContain('pipe.json cannot be read: it is not a regular file')
    const loaded = await control.post('/snapshots/pipe/restore')
    expect(loaded.status).toBe(422)
    expect(loaded.text).toContain('it is not a regular file')
    // It goes as any file that is replaced does.
    expect((await control.put('/snapshots/pipe')).status).toBe(200)
    expect((await control.post('/snapshots/pipe/restore')).status).toBe(200)
    expect((await new GatewayClient(sandbox.api).purchase()).status).toBe(200)
  })

  test.each(['worlds/default/state.json', 'worlds/default/log.2.jsonl', 'key'])(
    'of the data folder stops the start: %s',
    async (name) => {
      await using folder = await scratchFolder()
      const data = folder.at('data')
      const first = await startTestSandbox({ data })
      await new GatewayClient(first.api).purchase()
      await first.stop()
      await rm(folder.at(`data/${name}`), { force: true })
      makePipe(folder.at(`data/${name}`))
      await expect(startTestSandbox({ data })).rejects.toThrow(/it is not a regular file/)
    },
  )

  test.each<readonly [string, (file: string) => Promise<unknown>]>([
    ['config', (file) => readConfig(file, file)],
    ['plan', readPlan],
    ['run file', readRun],
    ['scenario', (file) => startTestSandbox({ scenarios: [file] })],
    ['import', (file) => startTestSandbox({ baseline: file })],
  ])('is no %s', async (_what, read) => {
    await using folder = await scratchFolder()
    makePipe(folder.at('pipe.yaml'))
    await expect(read(folder.at('pipe.yaml'))).rejects.toThrow('pipe.yaml is not a regular file')
  })

  test('nor is a device', async () => {
    await expect(readConfig('/dev/zero', 'zero.yaml')).rejects.toThrow('not a regular file')
  })
})
