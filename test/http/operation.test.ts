import { expect, test } from 'vitest'
import { later, memberOf } from '../../src/http/operation.ts'
import { ControlClient } from '../support/control-client.ts'
import { startGateway } from '../support/gateway.ts'
import { call } from '../support/gateway-client.ts'
import { useRules } from '../support/rules.ts'

test('what is loaded later is loaded once, and then there at once', async () => {
  let loads = 0
  const value = later(async () => {
    loads += 1
    return { name: 'Ann' }
  })
  const name = memberOf(value, 'name')
  expect(loads).toBe(0)
  expect(await Promise.all([value(), value(), name()])).toEqual([
    { name: 'Ann' },
    { name: 'Ann' },
    'Ann',
  ])
  expect([value(), name(), loads]).toEqual([{ name: 'Ann' }, 'Ann', 1])
})

test('other work comes before the use of what was loaded', async () => {
  const value = later(async () => 7)
  const order: unknown[] = []
  const loaded = value()
  setImmediate(() => order.push('other work'))
  order.push(await loaded)
  expect(order).toEqual(['other work', 7])
})

test('a refusal that a rule breaks before processing looks like one that it breaks after', async () => {
  await using gateway = await startGateway()
  const seen = async (at: 'before' | 'after') => {
    useRules(gateway.world, { when: {}, outcome: { fault: { at, kind: 'garbage' } } })
    const { status, text } = await call(`${gateway.api}/transactions/7`)
    return [status, text]
  }
  const before = await seen('before')
  expect(before).toEqual([404, expect.stringContaining('<html>')])
  expect(gateway.world.history.entries()[0]?.fault).toMatchObject({ kind: 'garbage' })
})

test('a rule for one request shapes one lookup, and not the next', async () => {
  await using gateway = await startGateway()
  const control = new ControlClient(gateway.url)
  await control.post('/rules', { name: 'odd', outcome: { headers: { 'X-Odd': '1' } } })
  const look = async () => {
    const { status, headers } = await call(`${gateway.api}/customers`)
    return [status, headers['x-odd'], headers['x-sandbox-rule']]
  }
  expect(await look()).toEqual([200, '1', 'rules/odd'])
  expect(await look()).toEqual([200, undefined, undefined])
})
