import { expect } from 'vitest'
import type { ReportResponse } from '../../src/control/contract/calls/report.ts'
import { usualFaults } from '../../src/judge/sweep/cells/fault.ts'
import { sandgate } from './command.ts'
import { ControlClient } from './control-client.ts'
import { hasWholeSweeps } from './extent.ts'
import { startRetryingProxy } from './retrying-proxy.ts'
import type { Ended } from './run-program.ts'
import { startTestSandbox } from './start.ts'

/** Trouble that a careful client must come through with every payment made once. */
export interface Trial {
  readonly trouble: string
  readonly scenario: string
  /** Whether a proxy stands in between that sends lost requests again by itself. */
  readonly isProxied?: true
}

export const trials: readonly Trial[] = [
  { trouble: 'responses are lost', scenario: 'lost-responses' },
  { trouble: 'searches fail too', scenario: 'hard-recovery' },
  { trouble: 'a proxy sends requests again', scenario: 'lost-responses', isProxied: true },
]

/**
 * Runs a client in the trouble; it must end well, be called safe and give no cause for a warning.
 * Gives the number of transactions in the default world.
 */
export async function comesThrough(
  { scenario, isProxied }: Trial,
  run: (url: string) => Promise<Ended>,
): Promise<number> {
  await using sandbox = await startTestSandbox({ clock: undefined, scenarios: [scenario] })
  await using proxy = isProxied === true ? await startRetryingProxy(sandbox.url) : undefined
  const { code, stdout, stderr } = await run(proxy?.url ?? sandbox.url)
  expect(code, stdout + stderr).toBe(0)
  if (proxy !== undefined) expect(proxy.resent()).toBeGreaterThan(0)
  const { body } = await new ControlClient(sandbox.url).get<ReportResponse>('/report')
  // What is stored twice is the doing of the proxy.
  const isReported = ({ severity, code }: ReportResponse['findings'][number]) =>
    severity !== 'note' && !(isProxied && code === 'blind-recreate')
  const told = body.findings.filter(isReported).map(({ code, message }) => `${code}: ${message}`)
  expect({ verdict: body.verdict, told }).toEqual({ verdict: 'safe', told: [] })
  return sandbox.world.records.size('transactions')
}

/** All faults, the one that has to be named too. */
const wholeSweep = ['--faults', [...usualFaults, 'delayed'].join(',')]

/** One lost answer of each operation. */
const shortSweep = ['--quick', '--faults', 'reset']

/** Attacks a client with a sweep, whole if there is time; every cell must be safe. */
export async function isSweptSafely(
  command: readonly string[],
  cwd: string,
  { depth = 1, crash = false }: { readonly depth?: 1 | 2; readonly crash?: boolean } = {},
): Promise<void> {
  const extent = hasWholeSweeps ? wholeSweep : [...shortSweep, '--depth', String(depth)]
  const options = [...extent, ...(crash ? ['--crash'] : [])]
  // No Node starts with it but the command, and so no shop of the control, which is tested elsewhere.
  const env = { NODE_OPTIONS: '--no-such-option' }
  const alone = ['env', '-u', 'NODE_OPTIONS', ...command]
  const sweep = ['sweep', '--json', ...options, '--', ...alone]
  const { code, stdout, stderr } = await sandgate(sweep, { cwd, env })
  expect(code, stdout + stderr).toBe(0)
  const { verdict, cells } = JSON.parse(stdout)
  // A test that expects `approved` fails when the bank takes its time, and moves no money wrongly.
  const others = cells.filter(({ result }: { readonly result: string }) => !/safe$/.test(result))
  expect({ verdict, others }).toEqual({ verdict: 'safe', others: [] })
}
