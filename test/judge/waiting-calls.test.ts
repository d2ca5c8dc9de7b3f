import { expect, test } from 'vitest'
import { SimulatedTest } from './support/test-chapter.ts'

function begin(told: SimulatedTest, rule: string) {
  const exchange = { ...told.exchange({}, undefined), facts: { waited_ms: 0 }, rules: [rule] }
  told.history.begun(exchange)
  return exchange
}

test('a test that ends before a slow bank responds has matched the rules that slowed it', () => {
  const told = new SimulatedTest()
  const call = begin(told, 'file/left')
  told.history.left(call, Date.parse(call.real_at) + 1000)
  begin(told, 'file/waiting')
  expect(told.part.tally).toMatchObject({ requests: 1, waiting: 1 })
  told.judge.judged(told.history)?.close(1)
  const { tally } = told.part
  expect([...tally.rules]).toEqual(['file/left', 'file/waiting'])
  expect(tally).toMatchObject({ requests: 1, waiting: 0 })
})
