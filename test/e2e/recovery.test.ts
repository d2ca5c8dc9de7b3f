import { expect, test } from 'vitest'
import type { FaultDocument } from '../../src/scenario/faults/wire-fault.ts'
import { call, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { useRules } from '../support/rules.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

/** Sends a purchase; undefined where the answer does not say what came of it. */
async function pay(api: string, id: string): Promise<string | undefined> {
  try {
    const headers = { 'x-correlation-id': id }
    const sent = { method: 'POST', headers, body: paidBody() }
    const answer = await call(`${api}/transactions/purchase`, sent)
    if (answer.status >= 500) return undefined
    return answer.body.status?.transaction_status_code
  } catch {
    // A broken connection is the very thing that both clients have to cope with.
    return undefined
  }
}

/** Looks up what happened to an unclear request before it tries again with a new id. */
async function carefulClient(api: string): Promise<void> {
  const gateway = new GatewayClient(api)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const id = newId()
    if ((await pay(api, id)) !== undefined) return
    const [found] = (await gateway.search(id)).body.results
    if (found !== undefined) return
  }
}

/** Simply tries again. */
async function naiveClient(api: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if ((await pay(api, newId())) !== undefined) return
  }
}

function approved({ world }: TestSandbox): number {
  const lines = world.records.lines('transactions')
  return lines.filter((line) => line.includes('"status":"approved"')).length
}

const kinds = [
  { http: 500 },
  { http: 503 },
  { hang: '10ms' },
  { reset: true },
  { truncate: true },
  { garbage: true },
] as const
const faults = kinds.flatMap((kind): FaultDocument[] => [
  { at: 'before', ...kind },
  { at: 'after', ...kind },
])

test.each(faults)('a client that looks up first charges once under %o', async (fault) => {
  await using sandbox = await startTestSandbox()
  useRules(sandbox.world, { when: { operation: ['purchase'] }, times: 2, outcome: { fault } })
  await carefulClient(sandbox.api)
  expect(approved(sandbox)).toBe(1)
})

const lostAnswers = faults.filter(({ at }) => at === 'after')

test.each(lostAnswers)('a client that simply tries again charges %o three times', async (fault) => {
  await using sandbox = await startTestSandbox()
  useRules(sandbox.world, { when: { operation: ['purchase'] }, times: 2, outcome: { fault } })
  await naiveClient(sandbox.api)
  expect(approved(sandbox)).toBe(3)
})
