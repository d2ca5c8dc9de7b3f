import { expect, test } from 'vitest'
import { isoUtc } from '../../../src/domain/time/instant.ts'
import type { CallContext } from '../../../src/judge/findings/finding.ts'
import { ignoredRetryAfter } from '../../../src/judge/findings/habit/ignored-answer.ts'
import type { Exchange } from '../../../src/record/exchange.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { VaultClient } from '../../support/vault-client.ts'
import { amount, Judged } from './judged.ts'

const NOON = Date.parse('2026-03-10T01:00:00Z')

/** A client of a sandbox in which real time passes only when it waits. */
class Waiting {
  readonly judged: Judged
  readonly vault: VaultClient
  readonly #time: { now: number }

  private constructor(judged: Judged, time: { now: number }) {
    this.judged = judged
    this.vault = new VaultClient(judged.sandbox.api)
    this.#time = time
  }

  static async start(): Promise<Waiting> {
    const time = { now: NOON }
    return new Waiting(await Judged.start({}, { realTime: () => time.now }), time)
  }

  wait(ms: number): void {
    this.#time.now += ms
  }

  async next(operation: string, outcome: object): Promise<void> {
    await this.judged.control.post('/rules', { when: { operation }, outcome })
  }

  async found(): Promise<boolean> {
    return (await this.judged.codes()).includes('ignored-retry-after')
  }
}

/** Two seconds of the five that a call is asked to wait has passed when the next part begins. */
interface Case {
  readonly title: string
  readonly isFound: boolean
  readonly play: (client: Waiting) => Promise<unknown>
}

const busy = { fault: { at: 'before', http: 503, retry_after: 5 } }

const cases: readonly Case[] = [
  {
    title: 'the same purchase with a new id',
    isFound: true,
    play: ({ judged }) => judged.pay('b'),
  },
  {
    title: 'the same purchase with the same id',
    isFound: true,
    play: ({ judged }) => judged.pay('a'),
  },
  {
    title: 'the same purchase after the time',
    isFound: false,
    play: async (client) => {
      client.wait(10_000)
      await client.judged.pay('b')
    },
  },
  {
    title: 'the same purchase after the sandbox clock was moved on',
    isFound: false,
    play: async ({ judged }) => {
      await judged.pass('5s')
      await judged.pay('b')
    },
  },
  {
    title: 'a search for it',
    isFound: false,
    play: ({ judged }) => judged.client.search('a'),
  },
  {
    title: 'the same purchase by another program',
    isFound: false,
    play: ({ judged }) =>
      new GatewayClient(judged.sandbox.api, { 'user-agent': 'reconciler/1' }).purchase(),
  },
  {
    title: 'another order',
    isFound: false,
    play: ({ judged }) => judged.pay('b', { 'transaction.reference': 'other order' }),
  },
  {
    title: 'another amount',
    isFound: false,
    play: ({ judged }) => judged.pay('b', amount(777)),
  },
  {
    title: 'another merchant',
    isFound: false,
    play: ({ judged }) => judged.pay('b', { 'merchant.id': 2 }),
  },
]

test.each(cases)('503 with Retry-After, then $title', async ({ isFound, play }) => {
  const client = await Waiting.start()
  await using judged = client.judged
  await client.next('purchase', busy)
  await judged.pay('a')
  client.wait(2000)
  await play(client)
  expect(await client.found()).toBe(isFound)
})

test('it says how long the client was to wait', async () => {
  const client = await Waiting.start()
  await using judged = client.judged
  await client.next('search', { fault: { at: 'before', http: 429, body: 'json', retry_after: 30 } })
  await judged.client.search('a')
  client.wait(2000)
  await judged.client.search('a')
  expect(await judged.findings()).toMatchObject([
    {
      code: 'ignored-retry-after',
      severity: 'warning',
      message:
        'The same search was sent again after HTTP 429, before the 30 s of its Retry-After header were over.',
      requests: [1, 2],
    },
  ])
})

test.each([
  ['a date', { fault: { at: 'before', http: 503, retry_after: '2026-03-10T01:00:05Z' } }, true],
  [
    'a date that is over',
    { fault: { at: 'before', http: 503, retry_after: '2026-03-10T00:00:00Z' } },
    false,
  ],
  ['a header', { fault: { at: 'before', http: 503 }, headers: { 'Retry-After': '5' } }, true],
  ['a header of an accepted call', { headers: { 'Retry-After': '5' } }, false],
] as const)('Retry-After as %s', async (_title, outcome, isFound) => {
  const client = await Waiting.start()
  await using judged = client.judged
  await client.next('search', outcome)
  await judged.client.search('a')
  client.wait(2000)
  await judged.client.search('a')
  expect(await client.found()).toBe(isFound)
})

test('a call of the vault comes back too early, and another customer does not', async () => {
  const client = await Waiting.start()
  await using _judged = client.judged
  await client.next('customer_create', busy)
  await client.vault.createCustomer({ reference: 'one' })
  client.wait(2000)
  await client.vault.createCustomer({ reference: 'two' })
  expect(await client.found()).toBe(false)
  await client.vault.createCustomer({ reference: 'one' })
  expect(await client.found()).toBe(true)
})

/** An exchange that began and ended at these milliseconds. */
function searched(from: number, until: number, retryAfterMs?: number): Exchange {
  const facts = {
    waited_ms: 0,
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  }
  const request = { method: 'GET', path: '/v1/transactions', query: {}, headers: {} }
  const exchange = {
    at: isoUtc(0),
    real_at: isoUtc(from),
    duration: until - from,
    operation: 'search',
  }
  return {
    ...exchange,
    request,
    asked: {},
    facts,
    response: { status: 503 },
  } as unknown as Exchange
}

test.each([
  ['at once', 1000, true],
  ['in the middle', 3000, true],
  ['a moment before the time, as timers do', 5950, false],
  ['at its time', 6000, false],
  ['before the response came', 900, false],
] as const)('a call that is sent %s', (_title, from, isFound) => {
  const watcher = ignoredRetryAfter.watch()
  // It needs no context.
  const watch = (exchange: Exchange) => watcher(exchange, {} as CallContext)
  expect(watch(searched(0, 1000, 5000))).toBeUndefined()
  expect(watch(searched(from, from + 700)) !== undefined).toBe(isFound)
})
