import { describe, expect, test } from 'vitest'
import type { ReportResponse } from '../../src/control/contract/calls/report.ts'
import { sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** Pays g-1 to g-3, whose responses are lost: nothing of the first is processed, the others are charged. */
async function threeLost() {
  const sandbox = await startTestSandbox()
  const command = async (...words: string[]) => {
    const ended = await sandgate([...words, '--url', sandbox.url])
    expect(ended.stderr, words.join(' ')).toBe('')
    return ended.stdout
  }
  const gateway = new GatewayClient(sandbox.api)
  for (const [i, at] of ['before', 'after', 'after'].entries()) {
    const reference = `g-${i + 1}`
    await command(
      'rule',
      'add',
      `{when: {reference: ${reference}}, outcome: {fault: {at: ${at}, http: 503}}}`,
    )
    await gateway.purchase({
      'transaction.reference': reference,
      'transaction.amount_details.total_amount': `${1000 * (i + 1)}`,
    })
  }
  await command('clock', 'advance', '40s')
  return { command, [Symbol.asyncDispose]: () => sandbox.stop() }
}

/** Pays, loses the response, moves the clock, and compares books that do not have the payment. */
async function reconciledAfter(time: string) {
  await using sandbox = await startTestSandbox()
  const at = ['--url', sandbox.url]
  await sandgate(['rule', 'add', '{outcome: {fault: {at: after, http: 503}}}', ...at])
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'late' })
  await sandgate(['clock', 'advance', time, ...at])
  return await sandgate(['reconcile', '-', ...at], { stdin: 'reference,paid\n' })
}

describe('what reconcile advises about a payment whose response was lost', () => {
  test('is a search and a void while they work', async () => {
    const { stdout } = await reconciledAfter('1m')
    expect(stdout).toMatch(/ask GET \S+correlation_id_lookup=test-\d+:/)
    expect(stdout).toContain('void it with POST /v1/transactions/1000001/void before the cut-off')
  })

  test('is a lookup and a refund after the id is forgotten and the cut-off has passed', async () => {
    const { stdout } = await reconciledAfter('3d')
    expect(stdout).toContain('ask GET /v1/transactions/1000001: add the payment to the order')
    expect(stdout).toContain('refund it with POST /v1/transactions/1000001/refund')
    expect(stdout).not.toMatch(/correlation_id_lookup|before the cut-off/)
  })
})

describe('unresolved payments that were charged', () => {
  test.each(['text', 'markdown', 'html'])(
    'come first, with their amount, in %s',
    async (format) => {
      await using lost = await threeLost()
      const printed = await lost.command('report', '--format', format)
      const shown = printed.replaceAll(/<[^>]*>/g, '')
      const places = [
        'AUD 30.00 was charged, and the client does not know that.',
        '1 more like it',
        'order g-2, AUD 20.00',
        'order g-1, AUD 10.00',
        'Nothing was processed, but the client cannot know that.',
      ].map((text) => shown.indexOf(text))
      expect(places).not.toContain(-1)
      expect(places).toEqual([...places].sort((one, other) => one - other))
      expect(shown).not.toContain('2 more like it')
      expect(shown.includes('unnoticed')).toBe(format === 'html')
    },
  )

  test('come first in JSON, with the money that moved', async () => {
    await using lost = await threeLost()
    const report: ReportResponse = JSON.parse(await lost.command('report', '--json'))
    expect(report.findings.map(({ subject, unnoticed }) => [subject, unnoticed])).toEqual([
      ['order g-2, AUD 20.00', { cents: 2000, currency: 'AUD', what: 'charged' }],
      ['order g-3, AUD 30.00', { cents: 3000, currency: 'AUD', what: 'charged' }],
      ['order g-1, AUD 10.00', undefined],
    ])
  })
})
