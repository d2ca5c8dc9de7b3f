import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { readRun } from '../../../src/runtime/run-file/read-run.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { recordedRun } from './recorded-run.ts'

test.each([
  ['a scenario', '"scenarios":["default"]', '"scenarios":["/etc/passwd.yaml"]'],
  [
    'a scenario that extends one',
    '"scenarios":["default"]',
    '"scenarios":[{"name":"x","extends":["../../x"]}]',
  ],
])('a run that names a file as %s is refused', async (_what, before, after) => {
  const { text } = await recordedRun(async (sandbox) => {
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

const hostile = [
  ...['@127.0.0.1:9/x', '//127.0.0.1:9/x', '/_sandbox/reset', '/v1/../_sandbox/rules'],
  ...['/v1/x\\n/../../_sandbox/reset', '/_sand\\nbox/reset', '/w/shop/_sandbox/reset'],
]

test.each(hostile)('a run with a call of %s is refused', async (address) => {
  const { text } = await recordedRun(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const damaged = text.replace('"path":"/v1/transactions/purchase"', `"path":"${address}"`)
  expect(damaged).not.toBe(text)
  const reading = readRun('run.jsonl', damaged)
  await expect(reading).rejects.toThrow('request.path: Must be a path of the API, such as /v1')
})

test("a run's config leads to no file", async () => {
  const { text } = await recordedRun(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const files = '"scenarios":["/nowhere/x.yaml"],"holidays":"/nowhere/days.yaml"'
  const damaged = text.replace('"config":{', `"config":{${files},"server":{"data":"/nowhere"}, `)
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    await writeFile(file, damaged.replace(', }', '}'))
    const { running } = await openRun(file, { log: () => undefined })
    expect(running.payments()).toHaveLength(1)
    await running.stop()
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

test.each([
  ['"not_tested":', '[]', 'not_tested'],
  ['"charged":', 'null', 'tests.0.charged'],
  ['"percent":', '"x"', 'coverage.percent'],
])(
  'a run whose report has %s%s is refused, so that no page fails',
  async (member, value, place) => {
    const { text } = await recordedRun(async (sandbox) => {
      await new GatewayClient(sandbox.api).purchase()
    })
    const end = text.indexOf('{"record":"end"')
    const report = text.slice(end)
    const damaged = report.replace(
      new RegExp(`${member}(?:\\{[^}]*\\}|"[^"]*"|[^,}]*)`),
      `${member}${value}`,
    )
    expect(damaged).not.toBe(report)
    const reading = readRun('run.jsonl', text.slice(0, end) + damaged)
    await expect(reading).rejects.toThrow(`not part of a run file: report.${place}: `)
  },
)

test.each([
  [
    'a request',
    (lines: string[]) => lines.filter((one) => !one.startsWith('{"record":"exchange"')),
  ],
  ['a state', (lines: string[]) => lines.filter((one) => !one.startsWith('{"record":"state"'))],
])(
  'a run file from which %s was removed is refused, with what is missing',
  async (_what, without) => {
    const { text } = await recordedRun(async (sandbox) => {
      await new GatewayClient(sandbox.api).purchase()
    })
    const lines = text.trimEnd().split('\n')
    const left = without(lines)
    expect(left).toHaveLength(lines.length - 1)
    await expect(readRun('run.jsonl', left.join('\n'))).rejects.toThrow(
      `run.jsonl is not as it was recorded: 1 line of ${lines.length - 1} missing; use the original file, or record the run again`,
    )
  },
)

test('a line that was added to a run file is refused, before its end and after it', async () => {
  const { text } = await recordedRun(async (sandbox) => {
    await new GatewayClient(sandbox.api).purchase()
  })
  const lines = text.trimEnd().split('\n')
  const cleared = JSON.stringify({ record: 'cleared', world: null })
  const before = lines.toSpliced(-1, 0, cleared).join('\n')
  await expect(readRun('run.jsonl', before)).rejects.toThrow(/: 1 line more than the \d+ written;/)
  const after = [...lines, cleared].join('\n')
  await expect(readRun('run.jsonl', after)).rejects.toThrow('it comes after the end of the run')
})
