import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import {
  type RecordedCall,
  recordedCalls,
  Translation,
} from '../../src/gateways/against/translation.ts'
import type { ReplayStep } from '../../src/runtime/run-file/replay-steps.ts'

/** The calls of a run; a path beneath /_sandbox is one of the control API. */
function run(...requests: readonly (readonly [string, string])[]): readonly RecordedCall[] {
  const steps = requests.map(([method, path], i): ReplayStep => {
    const world = 'default'
    if (path.includes('/_sandbox')) {
      const times = { begin: i, end: i, beganAt: 0 }
      return { line: i + 2, record: { record: 'step', world, ...times, method, path } }
    }
    const request = { method, path, headers: {}, body: undefined }
    const answer = { status: 200, body: {} }
    const rest = { turns: { begin: i, beganAt: 0 }, end: i, fault: null, faultAt: undefined }
    return { line: i + 2, record: { record: 'call', world, request, answer, ...rest } }
  })
  return recordedCalls(steps, defaultAssumptions)
}

function pathsOf(translation: Translation, calls: readonly RecordedCall[]): readonly string[] {
  return calls.map((call) => translation.path(call) + translation.query(call))
}

test('ids are those that the gateway gave, each of its kind', () => {
  const calls = run(
    ['POST', '/v1/transactions/purchase'],
    ['POST', '/v1/transactions/1/void'],
    ['POST', '/v1/customers'],
    ['POST', '/v1/customers/1/tokens'],
    ['DELETE', '/v1/customers/1/tokens/1?merchant_id=1'],
  )
  const translation = new Translation(42)
  const answers = [
    [{ audit: 1 }, { audit: 700 }],
    undefined,
    [{ id: 1 }, { id: 800 }],
    [{ id: 1 }, { id: '900' }],
  ]
  for (const [i, call] of calls.entries()) translation.learn(call, answers[i]?.[0], answers[i]?.[1])
  expect(pathsOf(translation, calls)).toEqual([
    '/transactions/purchase',
    '/transactions/700/void',
    '/customers',
    '/customers/800/tokens',
    '/customers/800/tokens/900?merchant_id=42',
  ])
})

test('what the run did not create is done to nobody', () => {
  const calls = run(
    ['POST', '/v1/transactions/999/void'],
    ['DELETE', '/v1/customers/7'],
    ['GET', '/v1/transactions/abc'],
    ['GET', '/v1/nowhere/12'],
  )
  const translation = new Translation(undefined)
  expect(calls.map((call) => translation.isKnown(call))).toEqual([false, false, false, true])
  expect(pathsOf(translation, calls)).toEqual([
    '/transactions/2147483647/void',
    '/customers/2147483647',
    '/transactions/abc',
    '/nowhere/12',
  ])
})

test('a reset, another world and a removed one begin anew', () => {
  const calls = run(
    ['GET', '/v1/transactions/1000001'],
    ['GET', '/w/blue/v1/transactions/1000001'],
    ['POST', '/_sandbox/reset'],
    ['GET', '/v1/transactions/1000001'],
    ['GET', '/w/blue/v1/transactions/1000001'],
    ['DELETE', '/_sandbox/worlds/blue'],
    ['GET', '/w/blue/v1/transactions/1000001'],
  )
  expect(calls.map(({ era }) => era)).toEqual([
    'default 0',
    'blue 0',
    'default 1',
    'blue 0',
    'blue 1',
  ])
})

test('correlation ids are fresh, the same for the same, and bad ones stay bad', () => {
  const translation = new Translation(undefined)
  const fresh = translation.correlationId('default 0', 'id-1')
  expect(fresh).toMatch(/^replay-/)
  expect(translation.correlationId('default 0', 'id-1')).toBe(fresh)
  expect(translation.correlationId('default 1', 'id-1')).not.toBe(fresh)
  expect(translation.correlationId('default 0', 'not one')).toBe('not one')
  const [search] = run(['GET', '/v1/transactions?merchant_id=1&correlation_id_lookup=id-1'])
  expect(search && translation.query(search)).toBe(`?merchant_id=1&correlation_id_lookup=${fresh}`)
})
