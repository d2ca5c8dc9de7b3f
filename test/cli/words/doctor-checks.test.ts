import { expect, test } from 'vitest'
import { checksOf, commandCheck, type MachineCheck } from '../../../src/cli/words/doctor-checks.ts'

const here = { id: 'a1', pid: 12, localUrl: 'http://127.0.0.1:7263', ca: undefined }
const well = {
  node: '24.1.0',
  env: {},
  settings: { port: 7263, data: '.sandgate', holidays: ['2026-01-01'] },
  localhost: ['127.0.0.1', '::1'],
  now: Date.parse('2026-03-10T13:00:00Z'),
}

function lines(checks: readonly MachineCheck[]): readonly string[] {
  return checks.map(({ name, result, text }) => `${name} ${result}: ${text}`)
}

test('a machine that is well has one line for each check', () => {
  expect(lines(checksOf(well))).toEqual([
    'Node ok: 24.1.0',
    'settings ok: valid',
    'port ok: 7263 is free',
    'sandbox ok: none runs in this folder',
    'data ok: .sandgate can be written',
    'clock ok: 2026-03-10T13:00:00.000Z, 2026-03-11 in Sydney',
    'proxy ok: none is set',
    'localhost ok: 127.0.0.1, ::1',
    'verdict ok: the naive shop is reported, the careful one is not',
  ])
})

test.each([
  [{ portFailure: 'Port 7263 is taken' }, 'port failed: Port 7263 is taken'],
  [
    { portFailure: 'Port 7263 is taken', here: { ...here, url: here.localUrl } },
    'port ok: 7263 is used by the sandbox of this folder',
  ],
  [
    { here: { ...here, localUrl: 'http://127.0.0.1:7300', url: 'http://127.0.0.1:7300' } },
    'sandbox ok: runs at http://127.0.0.1:7300 (process 12); to stop it: npx sandgate stop --url http://127.0.0.1:7300',
  ],
  [{ settings: { ...well.settings, port: 0 } }, 'port ok: any free one'],
  [{ settings: { ...well.settings, data: undefined } }, 'data ok: only in memory'],
  [{ hereFailure: 'it does not respond' }, 'sandbox failed: it does not respond'],
  [{ dataFailure: 'read-only' }, 'data failed: read-only'],
  [
    { now: 0 },
    'clock failed: In 1970, no holidays are known: set the clock of this machine, or a file as holidays in the config',
  ],
  [
    { env: { https_proxy: 'http://p', no_proxy: 'example.com' } },
    'proxy warning: https_proxy is set. exec and sweep exclude this machine from it; for start, set NO_PROXY=example.com,127.0.0.1,localhost,::1',
  ],
  [
    { env: { HTTP_PROXY: 'http://p', NO_PROXY: 'localhost, 127.0.0.1' } },
    'proxy ok: HTTP_PROXY is set, without 127.0.0.1',
  ],
  [
    { localhost: ['::1', '127.0.0.1'] },
    'localhost warning: is ::1 and 127.0.0.1: use 127.0.0.1 in the base URL',
  ],
  [{ localhost: [] }, 'localhost warning: has no address: use 127.0.0.1 in the base URL'],
  [
    { selfCheckFailure: 'The double charge is missing' },
    'verdict failed: The double charge is missing; this is a bug in Sandgate, please report it',
  ],
])('%j: %s', (found, line) => {
  expect(lines(checksOf({ ...well, ...found }))).toContain(line)
})

test('settings that cannot be read leave out the checks that need them', () => {
  const found = { ...well, settings: undefined, settingsFailure: "unknown key 'prot'" }
  const checks = checksOf(found)
  expect(lines(checks)[1]).toBe("settings failed: unknown key 'prot'")
  expect(checks.map(({ name }) => name)).not.toContain('port')
})

const arrived = {
  requests: 3,
  apiRequests: 3,
  agents: new Map([
    ['node', 2],
    ['', 1],
  ]),
  exitCode: 0,
  api: 'http://127.0.0.1:1/v1',
  advice: ['Try this.'],
}

test.each([
  [{}, 'ok: 3 requests from node (2) and no User-Agent (1)'],
  [
    { exitCode: 2 },
    'failed: 3 requests from node (2) and no User-Agent (1); the command ended with 2: run it alone first',
  ],
  [
    { apiRequests: 0 },
    'failed: 3 requests from node (2) and no User-Agent (1); none under /v1: the base URL is http://127.0.0.1:1/v1',
  ],
  [{ requests: 0 }, 'failed: No request arrived at http://127.0.0.1:1/v1. Try this.'],
  [{ failure: 'Command not found' }, 'failed: Command not found'],
])('a command with %j is %s', (found, line) => {
  const { result, text } = commandCheck({ ...arrived, ...found })
  expect(`${result}: ${text}`).toBe(line)
})
