import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/runtime/config/read-config.ts'
import { readPlan } from '../../src/runtime/plan-file.ts'
import { readRun } from '../../src/runtime/run-file/read-run.ts'
import { startTestSandbox } from '../support/start.ts'
import { scratchFolder } from './scratch.ts'

/** A pipe that nobody writes to: whoever waits for it waits for ever. */
function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

const hasPipes = process.platform !== 'win32'

describe.runIf(hasPipes)('a pipe where a file should be', () => {
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
