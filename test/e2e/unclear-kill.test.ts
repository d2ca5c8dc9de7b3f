import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ReportAnswer } from '../../src/http/contract/control/calls/report.ts'
import { startBinary } from '../support/binary.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'

test.each([
  ['its answer was lost', { fault: { at: 'after', reset: true } }],
  ['it was under way', { delay: '60s' }],
])(
  'a killed sandbox remembers a payment: %s',
  async (_what, outcome) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-unclear-'))
    const data = ['--data', path.join(folder, 'data'), '--quiet']
    const first = await startBinary(data)
    await new ControlClient(first.url).post('/rules', { outcome })
    const id = { 'x-correlation-id': 'a' }
    const paying = new GatewayClient(first.api).purchase({}, id).catch(() => undefined)
    if ('delay' in outcome) {
      const waiting = () => new ControlClient(first.url).get<ReportAnswer>('/report')
      await expect.poll(async () => (await waiting()).body.waiting).toBe(1)
      first.process.kill('SIGKILL')
      await paying
    } else {
      await paying
      first.process.kill('SIGKILL')
    }
    await first.process.ended
    await using next = await startBinary(data)
    await new GatewayClient(next.api).purchase({}, { 'x-correlation-id': 'b' })
    const { body } = await new ControlClient(next.url).get<ReportAnswer>('/report')
    expect(body.findings.map(({ code }) => code)).toEqual(['double-charge', 'blind-retry'])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },
  60_000,
)
