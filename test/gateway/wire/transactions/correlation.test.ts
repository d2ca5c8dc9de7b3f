import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../../src/domain/time/instant.ts'
import { startAssuming, startGateway } from '../../../support/gateway.ts'
import { cents, faultsOf, paidBody } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { passTime } from '../../../support/world-time.ts'

const HEADER = 'x-correlation-id'

describe('reuse', () => {
  test('is found before the rules are checked: a repeated void is 409, not not_voidable', async () => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.purchase()
    await client.void(body.audit, {}, { [HEADER]: 'v' })
    expect((await client.void(body.audit, {}, { [HEADER]: 'v' })).status).toBe(409)
    expect((await client.void(body.audit)).status).toBe(422)
  })
})

describe('an id with a character that it may not have', () => {
  const rule = 'Must have 1 to 128 characters, each a letter, a digit or one of + - _ : . ,'

  test.each([
    ['a b/ü', 'space (U+0020)'],
    ['a/b ü', '/ (U+002F)'],
    ['\u00fc', 'ü (U+00FC)'],
    ['4111111111111111;1', '; (U+003B)'],
    ['4111111111111111;1'.padEnd(200, '1'), '; (U+003B)'],
    ['a'.repeat(129), undefined],
  ])('%j is refused for it', async (id, character) => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.purchase({}, { [HEADER]: id })
    const named = character && `Has the character ${character}, which is not accepted. `
    expect(body.errors).toMatchObject([
      { error_code: 'invalid_correlation_id', error_message: `${named ?? ''}${rule}` },
    ])
    // Node sends a header with a body as UTF-8, and one without as Latin-1.
    expect((await client.lookup(1_000_001, { [HEADER]: id })).body.errors).toEqual(body.errors)
  })

  test.each([
    ['a b', 'Has the character space (U+0020), which is not accepted. '],
    ['Ã¼', 'Has the character Ã (U+00C3), which is not accepted. '],
    ['4111111111111111é', 'Has the character é (U+00E9), which is not accepted. '],
    ['', ''],
  ])('%j is not searched for', async (id, named) => {
    await using gateway = await startGateway()
    const query = new URLSearchParams({ merchant_id: '1', correlation_id_lookup: id })
    const { body } = await gateway.client.get(`/transactions?${query}`)
    const words = 'Must be a correlation id: 1 to 128 letters, digits or + - _ : . ,'
    expect(body.errors).toMatchObject([
      { error_code: 'invalid_format', error_message: named + words },
    ])
  })
})

describe('an id is used up', () => {
  test.each([
    ['declined', { response_code: '51' }],
    ['unknown', { status: 'unknown' }],
  ] as const)('by a transaction that is %s', async (status, outcome) => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    useRules(world, { when: {}, outcome })
    const { body } = await client.purchase({}, { [HEADER]: 'a' })
    expect(body.status.transaction_status_code).toBe(status)
    expect((await client.purchase({}, { [HEADER]: 'a' })).status).toBe(409)
  })

  test('not by a request that is refused', async () => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    const used = { [HEADER]: 'a' }
    const { body } = await client.purchase()
    await client.refund(body.audit)
    const refused = [
      await client.post('/transactions/purchase', '{', {
        ...used,
        'content-type': 'application/json',
      }),
      await client.post('/transactions/purchase', 'text', {
        ...used,
        'content-type': 'text/plain',
      }),
      await client.purchase({}, { ...used, origin: 'http://shop.example' }),
      await client.purchase(cents(0), used),
      await client.post('/transactions/purchase', { pad: 'x'.repeat(70_000) }, used),
      await client.void(999, {}, used),
      await client.void(body.audit, {}, used),
      await client.refund(body.audit, {}, used),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 415, 403, 422, 413, 404, 422, 422])
    expect((await client.search('a')).body.results).toEqual([])
    expect((await client.purchase({}, used)).status).toBe(200)
    expect(world.records.size('transactions')).toBe(3)
  })

  test('not by a fault before processing, and the search is empty at once', async () => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    useRules(world, {
      when: {},
      times: 1,
      outcome: { fault: { at: 'before', http: 503, retry_after: 5 } },
    })
    const failed = await client.purchase({}, { [HEADER]: 'a' })
    expect(failed.status).toBe(503)
    expect(failed.headers['retry-after']).toBe('5')
    expect((await client.search('a')).body.results).toEqual([])
    expect((await client.purchase({}, { [HEADER]: 'a' })).status).toBe(200)
  })

  test('by a fault after processing, and the search finds what came of it', async () => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    useRules(world, {
      when: { operation: ['purchase'] },
      outcome: { fault: { at: 'after', http: 500 } },
    })
    expect((await client.purchase({}, { [HEADER]: 'a' })).status).toBe(500)
    const { body } = await client.search('a')
    expect(body.results[0]?.status.transaction_status_code).toBe('approved')
    expect((await client.purchase({}, { [HEADER]: 'a' })).status).toBe(409)
  })
})

describe('a search', () => {
  test('finds a request that is still being processed however much time passes', async () => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    useRules(world, { when: { operation: ['purchase'] }, outcome: { delay: '1s' } })
    const waiting = client.purchase({}, { [HEADER]: 'slow' })
    await expect.poll(() => world.unanswered.size).toBe(1)
    passTime(world, 25 * HOUR)
    expect((await client.search('slow')).body.results).toHaveLength(1)
    await waiting
    expect((await client.search('slow')).body.results).toHaveLength(0)
  })
})

describe('the cache time', () => {
  test('is 24 hours, and its exact end is too late', async () => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    const { body } = await client.purchase({}, { [HEADER]: 'a' })
    passTime(world, 24 * HOUR - 1)
    expect((await client.search('a')).body.results).toHaveLength(1)
    expect((await client.purchase({}, { [HEADER]: 'a' })).status).toBe(409)
    passTime(world, 1)
    expect((await client.search('a')).body.results).toEqual([])
    expect((await client.lookup(body.audit)).status).toBe(200)
    const again = await client.purchase({}, { [HEADER]: 'a' })
    expect(again.status).toBe(200)
    expect((await client.search('a')).body.results[0]?.audit).toBe(again.body.audit)
  })
})

describe('where duplicates are replayed', () => {
  const assuming = () => startAssuming({ duplicate_correlation_id: 'replay' })

  test('another body or another operation is refused', async () => {
    await using gateway = await assuming()
    const { client } = gateway
    const { body } = await client.purchase({}, { [HEADER]: 'a' })
    const others = [
      await client.purchase(cents(7), { [HEADER]: 'a' }),
      await client.purchase({ kvps: { a: 'b' } }, { [HEADER]: 'a' }),
      await client.purchase({ kvps: {} }, { [HEADER]: 'a' }),
      await client.purchase({ unheard_of: 1 }, { [HEADER]: 'a' }),
      await client.purchase({ 'transaction.unheard_of': null }, { [HEADER]: 'a' }),
      await client.preauthorise({}, { [HEADER]: 'a' }),
      await client.refund(body.audit, {}, { [HEADER]: 'a' }),
    ]
    for (const answer of others) {
      expect(answer.status).toBe(409)
      expect(faultsOf(answer)).toEqual(['duplicate_correlation_id at header.X-Correlation-Id'])
    }
  })

  test('spaces and the order of members make no difference, unknown ones included', async () => {
    await using gateway = await assuming()
    const { client } = gateway
    const body = paidBody({ unheard_of: { b: 1, a: [2, 1] } }) as Record<string, unknown>
    const turned = Object.fromEntries(Object.entries(body).reverse())
    const other = { ...turned, unheard_of: { a: [2, 1], b: 1 } }
    const headers = { [HEADER]: 'a', 'content-type': 'application/json' }
    const path = '/transactions/purchase'
    expect((await client.post(path, JSON.stringify(body), headers)).status).toBe(200)
    const again = await client.post(path, JSON.stringify(other, null, 2), headers)
    expect([again.status, again.headers['x-sandbox-replayed']]).toEqual([200, 'true'])
  })

  test('the same action on another target is refused', async () => {
    await using gateway = await assuming()
    const { client } = gateway
    const [one, other] = [await client.purchase(), await client.purchase()]
    const first = await client.void(one.body.audit, {}, { [HEADER]: 'v' })
    const second = await client.void(one.body.audit, {}, { [HEADER]: 'v' })
    expect(second.text).toBe(first.text)
    expect((await client.void(other.body.audit, {}, { [HEADER]: 'v' })).status).toBe(409)
  })

  test('what was lost on its way can be had by asking again', async () => {
    await using gateway = await assuming()
    const { client, world } = gateway
    useRules(world, { when: {}, outcome: { fault: { at: 'after', http: 504 } } })
    expect((await client.purchase({}, { [HEADER]: 'a' })).status).toBe(504)
    const again = await client.purchase({}, { [HEADER]: 'a' })
    expect(again.status).toBe(200)
    expect(again.body.status.transaction_status_code).toBe('approved')
  })
})

describe('the header', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['blank', '   '],
  ])('that is %s is missed where something is made', async (_what, value) => {
    await using gateway = await startGateway()
    const headers = value === undefined ? {} : { [HEADER]: value }
    const answer = await gateway.client.purchase({}, { [HEADER]: undefined, ...headers })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['missing_correlation_id at header.X-Correlation-Id'])
    expect(answer.headers).not.toHaveProperty(HEADER)
  })

  test.each(['', undefined])('that is %j is not missed by a lookup or a search', async (value) => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.purchase()
    const headers = value === undefined ? {} : { [HEADER]: value }
    const found = await client.lookup(body.audit, headers)
    expect(found.status).toBe(200)
    expect(found.headers).not.toHaveProperty(HEADER)
  })

  test.each(['a b', 'caf\u00e9', 'a'.repeat(129)])(
    'as %j is refused and not refunded',
    async (value) => {
      await using gateway = await startGateway()
      const { client } = gateway
      for (const answer of [
        await client.purchase({}, { [HEADER]: value }),
        await client.lookup(1000001, { [HEADER]: value }),
        await client.get('/transactions?merchant_id=1&correlation_id_lookup=a', {
          [HEADER]: value,
        }),
      ]) {
        expect(answer.status).toBe(422)
        expect(faultsOf(answer)).toEqual(['invalid_correlation_id at header.X-Correlation-Id'])
        expect(answer.headers).not.toHaveProperty(HEADER)
      }
    },
  )

  test('sent twice is refused', async () => {
    await using gateway = await startGateway()
    const answer = await gateway.client.purchase({}, { [HEADER]: ['a', 'b'] })
    expect(faultsOf(answer)).toEqual(['invalid_correlation_id at header.X-Correlation-Id'])
  })
})
