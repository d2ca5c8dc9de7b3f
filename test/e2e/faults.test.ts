import { describe, expect, test, vi } from 'vitest'
import type { FaultDocument } from '../../src/scenario/faults/table.ts'
import { PATIENCE } from '../support/attempt.ts'
import { cents, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { useRules } from '../support/rules.ts'
import { isWhole, type Seen, SocketClient } from '../support/socket-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

const PURCHASE = '/transactions/purchase'

function purchase(sandbox: TestSandbox, id: string, amount: number): SocketClient {
  return new SocketClient(sandbox.api, PURCHASE, { id, body: paidBody(cents(amount)) })
}

/** Nothing exists and the id is free, or the transaction exists and the id is used up. */
async function expectProcessed(sandbox: TestSandbox, id: string, at: 'before' | 'after') {
  const client = new GatewayClient(sandbox.api)
  const found = (await client.search(id)).body.results
  const again = await client.purchase({}, { 'x-correlation-id': id })
  if (at === 'before') {
    expect(found).toEqual([])
    expect(again.status).toBe(200)
  } else {
    expect(found.map(({ status }) => status.transaction_status_code)).toEqual(['approved'])
    expect(again.status).toBe(409)
  }
}

describe.each(['before', 'after'] as const)('a fault %s processing', (at) => {
  const base = at === 'before' ? 9_900_000 : 9_800_000
  const statuses = at === 'before' ? [409, 429, 500, 502, 503, 504] : [409, 500, 502, 503, 504]

  test.each(statuses)('answers HTTP status %i', async (status) => {
    await using sandbox = await startTestSandbox()
    const id = newId()
    const seen = await purchase(sandbox, id, base + status).seen
    expect(seen.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(seen.text).toContain(`X-Sandbox-Rule: default/http-${status}-${at}`)
    expect(seen.text.includes('Retry-After: 5')).toBe(status === 503 || status === 429)
    expect(seen.text).toContain('{"errors":[{"error_code":')
    expect(isWhole(seen)).toBe(true)
    await expectProcessed(sandbox, id, at)
  })

  test('gives no response, until the client leaves', async () => {
    await using sandbox = await startTestSandbox()
    const id = newId()
    const client = purchase(sandbox, id, base + 408)
    await vi.waitFor(() => {
      expect(sandbox.world.rules.countOf(`default/no-response-${at}`)?.hits).toBe(1)
    }, PATIENCE)
    client.leave()
    expect((await client.seen).text).toBe('')
    // The request is let go of, and with it the id that was in progress.
    await vi.waitFor(() => expect(sandbox.world.unanswered.size).toBe(0), PATIENCE)
    await expectProcessed(sandbox, id, at)
  })

  test('resets the connection', async () => {
    await using sandbox = await startTestSandbox()
    const id = newId()
    expect(await purchase(sandbox, id, base).seen).toEqual({ text: '', end: 'reset' })
    await expectProcessed(sandbox, id, at)
  })

  test('cuts the response off in the middle', async () => {
    await using sandbox = await startTestSandbox()
    const id = newId()
    const seen = await purchase(sandbox, id, base + 1).seen
    expect(seen.text).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(seen.text).toContain('\r\n\r\n{"')
    expect(isWhole(seen)).toBe(false)
    await expectProcessed(sandbox, id, at)
  })

  const more: [string, FaultDocument, (seen: Seen) => void][] = [
    [
      'a body that is not JSON',
      { at, garbage: true },
      (seen) => {
        const body = seen.text.split('\r\n\r\n')[1] ?? ''
        expect(() => JSON.parse(body)).toThrow()
        expect(isWhole(seen)).toBe(true)
      },
    ],
    [
      'a connection closed after a while without a response',
      { at, hang: '20ms' },
      (seen) => expect(seen.text).toBe(''),
    ],
    [
      'a response in drips',
      { at, dribble: '40ms' },
      (seen) => {
        expect(seen.text).toMatch(/^HTTP\/1.1 200 OK/)
        expect(isWhole(seen)).toBe(true)
      },
    ],
    [
      'a status and code of the tester’s choice',
      { at, http: 418, error_code: 'teapot', retry_after: 7 },
      (seen) => {
        expect(seen.text).toMatch(/^HTTP\/1.1 418 /)
        expect(seen.text).toContain('Retry-After: 7')
        expect(seen.text).toContain('"error_code":"teapot"')
      },
    ],
  ]

  test.each(more)('gives %s', async (_title, fault, expectSeen) => {
    await using sandbox = await startTestSandbox()
    useRules(sandbox.world, { when: {}, times: 1, outcome: { fault } })
    const id = newId()
    expectSeen(await purchase(sandbox, id, 1000).seen)
    await expectProcessed(sandbox, id, at)
  })
})

test.each(['before', 'after'] as const)(
  'a response in drips %s processing takes the whole time, and is then in the journal',
  async (at) => {
    await using sandbox = await startTestSandbox()
    useRules(sandbox.world, { when: {}, outcome: { fault: { at, dribble: '300ms' } } })
    const startedAt = performance.now()
    const response = await fetch(`${sandbox.api}${PURCHASE}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': newId() },
      body: JSON.stringify(paidBody()),
    })
    const body = await response.text()
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
    expect(sandbox.world.history.entries()).toMatchObject([{ response: { body } }])
  },
)

test('a slow request is found as unknown until the bank is through, whether or not its client waits', async () => {
  await using sandbox = await startTestSandbox()
  useRules(sandbox.world, { when: {}, times: 1, outcome: { delay: '1s' } })
  const client = new GatewayClient(sandbox.api)
  const id = newId()
  const slow = purchase(sandbox, id, 1000)
  const [meanwhile] = await vi.waitFor(async () => {
    const { results } = (await client.search(id)).body
    expect(results).toHaveLength(1)
    return results
  }, PATIENCE)
  expect(meanwhile?.status).toEqual({
    gateway_status_code: -99,
    gateway_status_message: 'Unknown',
    transaction_status_code: 'unknown',
    acquirer: { response_code: '', response_message: '' },
  })
  expect(Object.keys(meanwhile?._links ?? {})).toEqual(['self'])
  const again = await client.purchase({}, { 'x-correlation-id': id })
  expect(again.body.errors[0]?.error_code).toBe('correlation_id_in_progress')
  slow.leave()
  await vi.waitFor(async () => {
    const [found] = (await client.search(id)).body.results
    expect(found?.status.transaction_status_code).toBe('approved')
  }, PATIENCE)
})
