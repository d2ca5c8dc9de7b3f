import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startBinary } from '../support/binary.ts'
import { rounds } from '../support/extent.ts'
import { call, cents, GatewayClient, paidBody } from '../support/gateway-client.ts'

const ROUNDS = rounds(4, 6, 20)
const CLIENTS = 16

interface Acknowledged {
  readonly id: string
  readonly audit: number
  readonly amount: number
}

/** Pays again and again until the server is gone; gives what was acknowledged. */
async function payUntilGone(api: string, name: string, onAnswer: () => void) {
  const acknowledged: Acknowledged[] = []
  for (let n = 1; ; n += 1) {
    const id = `${name}-${n}`
    const sent = { method: 'POST', headers: { 'x-correlation-id': id }, body: paidBody(cents(n)) }
    try {
      const { status, body } = await call(`${api}/transactions/purchase`, sent)
      if (status === 200) acknowledged.push({ id, audit: body.audit, amount: n })
      onAnswer()
    } catch {
      // The end of the round: the server was killed.
      return acknowledged
    }
  }
}

async function expectKept(api: string, all: readonly Acknowledged[]): Promise<void> {
  const client = new GatewayClient(api)
  expect(new Set(all.map(({ audit }) => audit)).size).toBe(all.length)
  for (const { id, audit, amount } of all) {
    const [found] = (await client.search(id)).body.results
    expect(found?.audit).toBe(audit)
    expect(found?.transaction.amount_details.total_amount).toBe(String(amount))
    expect(found?.status.transaction_status_code).toBe('approved')
  }
}

test('what a killed sandbox had acknowledged under load is there when it starts again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-kill-'))
  const data = ['--data', path.join(folder, 'data'), '--quiet']
  let kept: readonly Acknowledged[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sandbox = await startBinary(data)
    await expectKept(sandbox.api, kept)
    let answers = 0
    // In the middle of things, at another moment in each round.
    const onAnswer = () => {
      answers += 1
      if (answers === 20 + 7 * round) sandbox.process.kill('SIGKILL')
    }
    const clients = Array.from({ length: CLIENTS }, (_, i) =>
      payUntilGone(sandbox.api, `r${round}-c${i}`, onAnswer),
    )
    kept = (await Promise.all(clients)).flat()
    expect((await sandbox.process.ended).signal).toBe('SIGKILL')
    expect(kept.length).toBeGreaterThan(0)
  }
  await using last = await startBinary(data)
  await expectKept(last.api, kept)
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})
