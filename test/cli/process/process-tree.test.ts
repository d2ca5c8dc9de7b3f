import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { killChild } from '../../../src/cli/process/process-tree.ts'

test.skipIf(process.platform === 'win32')(
  'a command is killed with all that it started, without a process group of its own',
  async () => {
    const line = `sh -c 'trap "" INT TERM; sleep 600; :' & echo started; wait`
    const child = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    killChild(child)
    // The pipe closes when the last process that holds it has ended.
    const [code, signal] = await once(child, 'close')
    expect([code, signal]).toEqual([null, 'SIGKILL'])
  },
)
