import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScenariosResponse } from '../../../src/control/contract/calls/scenarios.ts'
import type { TransactionsResponse } from '../../../src/control/contract/calls/transactions.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import type { ControlClient } from '../../support/control-client.ts'
import { openShop, outcomeOf } from '../../support/shop.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'

interface State {
  readonly meta: readonly { readonly id: string; readonly loaded?: readonly Loaded[] }[]
}

interface Loaded {
  readonly rules: readonly { readonly id: string; readonly rule: object }[]
}

let sandbox: TestSandbox
/** The export of a world with 2,000 rules and one payment. */
let state: State

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const rules = Array.from({ length: 2000 }, (_, i) => ({
    when: { reference: `order-${i}` },
    outcome: { response_code: '51' },
  }))
  const { control, gateway } = await openShop(sandbox, { name: 'big', rules })
  await gateway.purchase(ofOrder('exported'))
  const { check, ...exported } = JSON.parse((await control.get('/state')).text)
  state = exported
})

afterAll(() => sandbox.stop())

function ofOrder(reference: string) {
  return { 'transaction.reference': reference }
}

/** Counts how often something else is done before the response arrives. */
async function meanwhile<T>(response: Promise<T>, other: () => Promise<unknown>) {
  let isThere = false
  const done = response.finally(() => {
    isThere = true
  })
  let count = 0
  for (; !isThere; count++) await other()
  return { response: await done, count }
}

async function references(control: ControlClient): Promise<readonly string[]> {
  const { body } = await control.get<TransactionsResponse>('/transactions')
  return body.transactions.map(({ reference }) => reference)
}

async function ruleCount(control: ControlClient): Promise<number> {
  const { body } = await control.get<ScenariosResponse>('/scenarios')
  return body.scenarios.reduce((sum, { rules }) => sum + rules.length, 0)
}

/** So many fit in while the document arrives, even if its rules are checked in one turn. */
const FEW = 30

test('while the rules of an import are checked, purchases are answered by the rules in force', async () => {
  const { control, gateway } = await openShop(sandbox)
  const outcomes: string[] = []
  const { response, count } = await meanwhile(control.put('/state', state), async () => {
    const { body } = await gateway.purchase(ofOrder('order-7'))
    outcomes.push(outcomeOf(body))
  })
  expect(response.status).toBe(200)
  expect(count).toBeGreaterThan(FEW)
  // The last may have been under way when the import took effect.
  expect(new Set(outcomes.slice(0, FEW))).toEqual(new Set(['approved 00']))
  expect(await references(control)).toContain('exported')
  expect(outcomeOf((await gateway.purchase(ofOrder('order-7'))).body)).toBe('declined 51')
})

test('if the last rule of an import is wrong, others were answered and nothing has changed', async () => {
  const { control, gateway } = await openShop(sandbox)
  await gateway.purchase(ofOrder('before'))
  const meta = state.meta.map((row) => ({
    ...row,
    ...(row.loaded && {
      loaded: row.loaded.map(({ rules, ...rest }) => ({
        ...rest,
        rules: rules.with(-1, { id: 'big/last', rule: { name: 'last', outcome: { drift: 7 } } }),
      })),
    }),
  }))
  const { response, count } = await meanwhile(
    control.put<ErrorResponse>('/state', { ...state, meta }),
    () => control.get('/health'),
  )
  expect(response.status).toBe(422)
  expect(response.text).toMatch(/meta\[\d\]: loaded\.0\.rules\.1999\.rule\.outcome/)
  expect(count).toBeGreaterThan(FEW)
  expect(await references(control)).toEqual(['before'])
  expect(await ruleCount(control)).toBeLessThan(2000)
})

test('imports and resets at the same time leave one whole state, that of the last to end', async () => {
  const { control, gateway } = await openShop(sandbox)
  await gateway.purchase(ofOrder('small'))
  const small = JSON.parse((await control.get('/state')).text)
  const ended: string[] = []
  const put = async (name: string, body: unknown) => {
    expect((await control.put('/state', body)).status).toBe(200)
    ended.push(name)
  }
  const both = Promise.all([put('big', state), put('big', state)])
  await put('small', small)
  expect((await control.post('/reset')).status).toBe(200)
  expect(await references(control)).toEqual([])
  expect(ended).toEqual(['small'])
  await both
  expect(await references(control)).toEqual(['exported'])
  expect(await ruleCount(control)).toBe(2000)
})
