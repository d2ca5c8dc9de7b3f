import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../../src/index.ts'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { scratchFolder } from '../scratch.ts'

const options = { config: {}, quiet: true } as const

test('a recorded sandbox has written its run file when it is closed', async () => {
  await using folder = await scratchFolder()
  const record = folder.at('runs/one.jsonl')
  const sandbox = await startSandbox({ ...options, record })
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'order 7' })
  await Promise.all([sandbox.close(), sandbox.close()])
  const records = (await readFile(record, 'utf8')).trimEnd().split('\n')
  expect(records.map((line) => JSON.parse(line).record)).toEqual([
    ...['run', 'test', 'exchange', 'state', 'ended', 'end'],
  ])
  expect(records[2]).toContain('order 7')
  const { running } = await openRun(record, { log: () => undefined })
  expect(running.payments()).toMatchObject([{ reference: 'order 7' }])
  await running.stop()
})

test.each([
  ['record and watch cannot be combined', { watch: true }, 'run.jsonl'],
  ['Cannot write the run file', {}, ''],
  // There, Node's own way to make a folder with its parents never ends.
  ['The folder /proc/none cannot be created', {}, '/proc/none/run.jsonl'],
])('%s', async (message, more, file) => {
  await using folder = await scratchFolder()
  const starting = startSandbox({ ...options, ...more, record: resolve(`${folder.path}/`, file) })
  await expect(starting).rejects.toThrow(message)
})
