import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { readRun } from '../../../src/runtime/run-file/read-run.ts'
import { replay } from '../../../src/runtime/run-file/replay.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { recordedAndPlayed } from './played.ts'

test.each(['v1', 'http://127.0.0.1:9/v1'])('a call of a run to %s is refused', async (address) => {
  const { text } = await recordedAndPlayed(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const damaged = text.replace('"path":"/v1/transactions/purchase"', `"path":"${address}"`)
  expect(damaged).not.toBe(text)
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    await writeFile(file, damaged)
    await expect(readRun(file)).rejects.toThrow(/run\.jsonl.*Must begin with \//s)
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

test.each([
  ['1 is .*public_url: Must be', '"public_url":null', '"public_url":"127.0.0.1:4010"'],
  ['2 is .*method: Must be', '"method":"POST"', '"method":"GET / HTTP/1.1\\r\\nX: y"'],
  ['2 is .*path: Must have', '/v1/transactions/purchase', '/v1/a\\nb'],
  ['2 is .*headers.host: Must', /"host":"[^"]*"/, '"host":"a\\r\\nb"'],
  ['2 is .*headers.*: Invalid key', '"host":', '"ho st":'],
])('a line that cannot be sent again is named: %s', async (named, before, after) => {
  const { text } = await recordedAndPlayed(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const damaged = text.replace(before, after)
  expect(damaged).not.toBe(text)
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    await writeFile(file, damaged)
    await expect(readRun(file)).rejects.toThrow(new RegExp(`run\\.jsonl:${named}.*$`))
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

test.each([
  ['a scenario', '"scenarios":["default"]', '"scenarios":["/etc/passwd.yaml"]'],
  [
    'a scenario that extends one',
    '"scenarios":["default"]',
    '"scenarios":[{"name":"x","extends":["../../x"]}]',
  ],
])('a run that names a file as %s is refused', async (_what, before, after) => {
  const { text } = await recordedAndPlayed(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const damaged = text.replace(before, after)
  expect(damaged).not.toBe(text)
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    await writeFile(file, damaged)
    await expect(readRun(file)).rejects.toThrow(/run\.jsonl:1 .*not (?:a file|files)/s)
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

test("a run's config leads to no file", async () => {
  const { text } = await recordedAndPlayed(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const files = '"scenarios":["/nowhere/x.yaml"],"holidays":"/nowhere/days.yaml"'
  const damaged = text.replace('"config":{', `"config":{${files},"server":{"data":"/nowhere"}, `)
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    await writeFile(file, damaged.replace(', }', '}'))
    const { running, player } = await replay(await readRun(file), { log: () => undefined })
    await running.stop()
    expect(player.differences).toEqual([])
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

test('open ends at the first signal, also while it still plays the run', async () => {
  const { text } = await recordedAndPlayed(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    await writeFile(file, text)
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const stopping = AbortSignal.abort()
    const io = { env: {}, stdin: Readable.from([]), stdout, stderr, stopping }
    expect(await run(['open', file, '--port', '0'], io)).toBe(0)
    expect([stdout.read(), stderr.read()]).toEqual([null, null])
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})
