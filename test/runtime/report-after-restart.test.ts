import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../src/cli/report/report-format.ts'
import { startSandbox } from '../../src/index.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { scratchFolder } from './scratch.ts'

const restart = /^This report begins at the restart of the sandbox/

test('a report of a folder with payments says first that it begins at the restart', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using sandbox = await startSandbox({ data })
    expect((await sandbox.report()).earlier_payments).toBeNull()
  }
  {
    // A folder without payments hides nothing.
    await using sandbox = await startSandbox({ data })
    expect((await sandbox.report()).earlier_payments).toBeNull()
    await sandbox.scenarios.rule({ outcome: { fault: { at: 'after', http: 503 } } })
    await new GatewayClient(sandbox.api).purchase()
  }
  await using sandbox = await startSandbox({ data })
  const before = await sandbox.report()
  expect(before).toMatchObject({ findings: [], earlier_payments: expect.stringMatching(restart) })
  const html = { headers: { accept: 'text/html' } }
  const home = await (await fetch(`${sandbox.url}/_sandbox`, html)).text()
  expect(home).toContain(
    '<a href="/_sandbox/transactions">1 transaction</a> from before the restart',
  )
  expect(home).toContain('Before the restart: 1 unresolved.')
  expect(before.earlier_errors).toEqual({ unresolved: 1 })
  await new GatewayClient(sandbox.api).purchase()
  const report = await sandbox.report()
  // The first payment belongs to the run that ended.
  expect(report.findings).toEqual([])
  expect(textReport(report).split('\n')[1]).toMatch(restart)
  expect(markdownReport(report)).toMatch(/^> This report begins at the restart/m)
  const page = await fetch(`${sandbox.url}/_sandbox/report`, html)
  expect(await page.text()).toContain('This report begins at the restart of the sandbox')
  await new ControlClient(sandbox.url).delete('/report')
  expect((await sandbox.report()).earlier_payments).toBeNull()
  expect((await sandbox.report()).earlier_errors).toBeUndefined()
})
