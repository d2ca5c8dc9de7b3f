import { expect, test } from 'vitest'
import { againstText } from '../../src/gateways/against/against-text.ts'
import { shapeDifferences } from '../../src/gateways/against/shape-difference.ts'
import type { RecordedCall } from '../../src/gateways/against/translation.ts'
import { blocksOf, page } from '../docs/pages.ts'

function callOf(line: number, method: string, path: string): RecordedCall {
  return {
    line,
    record: {
      record: 'call',
      world: 'default',
      turns: { begin: line, beganAt: 0 },
      end: line,
      request: { method, path: `/v1${path}`, headers: {}, body: undefined },
      answer: { status: 200, body: {} },
      fault: null,
      faultAt: undefined,
    },
    era: 'default 0',
    path,
    query: '',
    operation: undefined,
    ids: {},
  }
}

const gateway = 'https://test.gateway.example/v1'

const voided = (base: string, relation: string, path: string) => ({
  audit: 1_000_002,
  _links: { [relation]: { href: `${base}/transactions/1000002/${path}` } },
})

test('differences are told as the manual shows', () => {
  const sandbox = 'http://127.0.0.1:7263/v1'
  const differences = shapeDifferences(
    { status: 200, body: voided(sandbox, 'void', 'void'), base: undefined },
    { status: 201, body: voided(gateway, 'cancel', 'cancel'), base: gateway },
  )
  const status = differences.filter(({ path }) => path === 'status')
  const others = [8, 9, 10, 11].map((line) => ({
    call: callOf(line, 'POST', `/transactions/${999_994 + line}/void`),
    differences: status,
  }))
  const text = againstText(gateway, {
    sent: 22,
    compared: 20,
    differences: [
      { call: callOf(7, 'POST', '/transactions/1000001/void'), differences },
      ...others,
    ],
    leftOut: [],
    controlCalls: 3,
    isStopped: false,
  })
  expect(`${text}\n`).toBe(blocksOf(page('docs/guides/replay.md'), 'text')[0]?.code)
})

test('what was left out is told with its reason', () => {
  const call = callOf(3, 'GET', '/transactions/1000001')
  const text = againstText(gateway, {
    sent: 1,
    compared: 1,
    differences: [],
    leftOut: [{ call, reason: 'not sent: in the run it was not processed' }],
    controlCalls: 0,
    isStopped: true,
  })
  expect(
    text,
  ).toBe(`line 3: GET /v1/transactions/1000001 (not sent: in the run it was not processed)

Stopped early. These are the results so far.
1 request sent to ${gateway}, 1 answer compared: no difference.`)
})
