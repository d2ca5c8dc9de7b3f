import { expect, test } from 'vitest'
import type { FindingCode } from '../../src/judge/findings/all-findings.ts'
import { TUESDAY_NOON } from '../support/start.ts'
import { advice } from './gallery/advice.ts'
import { exhibits } from './gallery/exhibits.ts'
import { Gallery } from './gallery/gallery.ts'
import { Judged } from './wire/judged.ts'

/** One test of a shop from its beginning to its end. */
async function played(play: (gallery: Gallery) => Promise<unknown>) {
  const time = { now: Date.parse('2026-03-10T01:00:00Z') }
  const settings = { clientTimeoutMs: 60_000, uniqueReferences: true, clock: TUESDAY_NOON }
  await using judged = await Judged.start(settings, { realTime: () => time.now })
  await play(new Gallery(judged, time))
  const { body } = await judged.control.get<{ transactions: readonly Row[] }>('/transactions')
  await judged.control.post('/reset', {})
  return { findings: await judged.findings(), charged: chargedIn(body.transactions) }
}

interface Row {
  readonly operation: string
  readonly status: string
  readonly amount: number
}

/** What the customer has paid, by the records of the gateway. */
function chargedIn(transactions: readonly Row[]): number {
  const signs: Readonly<Record<string, number>> = {
    purchase: 1,
    completion: 1,
    refund: -1,
    standalone_refund: -1,
  }
  return transactions
    .filter(({ status }) => status === 'approved')
    .reduce((sum, { operation, amount }) => sum + (signs[operation] ?? 0) * amount, 0)
}

const followed = Object.entries(advice).flatMap(([code, how]) =>
  'reason' in how
    ? []
    : how.map((client, i) => ({ code: code as FindingCode, client, nth: i + 1 })),
)

test.each(followed)(
  'the advice of $code leads to a safe client ($nth)',
  async ({ code, client }) => {
    const shown = await played(exhibits[code].play)
    const texts = shown.findings.filter((one) => one.code === code).map((one) => one.advice)
    expect(texts.find((text) => client.says.test(text)) ?? texts).toMatch(client.says)
    const { findings, charged } = await played(client.play)
    expect(findings.map((one) => [one.code, one.message])).toEqual([])
    if (client.charged !== undefined) expect(charged).toBe(client.charged)
  },
)
