import { expect, test } from 'vitest'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { Judged } from './judged.ts'

test('the report of a world that was removed and made again counts the new one', async () => {
  await using judged = await Judged.start()
  const { sandbox, control } = judged
  const lost = { outcome: { fault: { at: 'after', http: 503 } } }
  const inWorld = () => new ControlClient(sandbox.url, 'shop')
  await inWorld().post('/rules', lost)
  await new GatewayClient(`${sandbox.url}/w/shop/v1`).purchase()
  expect((await inWorld().get<ReportResponse>('/report')).body.counts.error).toBe(1)
  await control.delete('/worlds/shop')
  await inWorld().get('/rules')
  const { counts, dropped_findings, findings, tests } = (
    await inWorld().get<ReportResponse>('/report')
  ).body
  expect({ counts, dropped_findings, findings, tests }).toEqual({
    counts: { error: 0, warning: 0, note: 0 },
    dropped_findings: 0,
    findings: [],
    tests: [],
  })
  expect(await judged.report()).toMatchObject({ verdict: 'unsafe', dropped_findings: 0 })
})
