import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Call } from '../../../src/http/call.ts'
import { scenarios } from '../../../src/http/control/calls/scenarios.ts'
import { allCalls, type ControlRoute } from '../../../src/http/control/control-calls.ts'
import type { ControlHandler } from '../../../src/http/control/control-handler.ts'
import type { HandlerParts } from '../../../src/http/control/parts.ts'
import { answerValue } from '../../../src/http/control/serve-control.ts'
import { recordedAndPlayed } from '../../runtime/run-file/played.ts'
import { bareWorld } from '../../support/bare-world.ts'
import { ControlClient } from '../../support/control-client.ts'
import { call } from '../../support/gateway-client.ts'
import { startTestSandbox, TUESDAY_NOON } from '../../support/start.ts'

test('a change is answered once it is on the disk, and not before', async () => {
  const { world } = bareWorld(TUESDAY_NOON)
  let saving: Promise<void> | undefined
  let saved: () => void = () => undefined
  Object.assign(world, { durable: () => saving })
  const handler: ControlHandler = {
    check: () => undefined,
    handle: async () => {
      await Promise.resolve()
      saving = new Promise((resolve) => {
        saved = resolve
      })
      return 'done'
    },
  }
  const told: string[] = []
  const answered = answerValue(
    { judging: { run: { closeSome: () => false } } } as unknown as HandlerParts,
    handler,
    {
      control: { ...allCalls.reset, load: () => handler } as unknown as ControlRoute,
      call: { world, pathValues: {}, query: {} } as unknown as Call,
      body: {},
    },
  ).then((value) => told.push(`answered ${value}`))
  await new Promise((resolve) => setImmediate(resolve))
  told.push('saved')
  saved()
  await answered
  expect(told).toEqual(['saved', 'answered done'])
})

test('nothing is loaded for a client that has left meanwhile', async () => {
  const { world } = bareWorld(TUESDAY_NOON)
  const body = { name: 'late', rules: [{ outcome: { response_code: '51' } }] }
  const load = async (destroyed: boolean) => {
    const { check, read, handle } = scenarios.loadScenario
    const given = await read?.(check({ path: {}, query: {}, body }))
    const left = { world, outgoing: { destroyed } } as unknown as Call
    return await handle(left, given, {} as HandlerParts)
  }
  await expect(load(true)).rejects.toThrow(
    'The client disconnected before its scenario was checked',
  )
  expect(world.rules.scenarios.map(({ name }) => name)).toEqual(['default'])
  await load(false)
  expect(world.rules.scenarios.map(({ name }) => name)).toEqual(['late', 'default'])
})

test('a recording has the calls that change something, and no others', async () => {
  const { text, differences } = await recordedAndPlayed(async ({ url }) => {
    const control = new ControlClient(url)
    await control.get('/clock')
    await control.post('/scenarios/explain', { amount: '100' })
    await control.post('/requests/wait', { timeout: '1ms' })
    await control.post('/clock/advance', { by: '1h' })
    await control.delete('/rules')
  })
  expect(text.match(/"path":"[^"]*_sandbox[^"]*"/g)).toEqual([
    '"path":"/_sandbox/clock/advance"',
    '"path":"/_sandbox/rules"',
  ])
  expect(differences).toEqual([])
})

test('an import is not taken compressed', async () => {
  await using sandbox = await startTestSandbox()
  const { text } = await new ControlClient(sandbox.url).get('/state')
  const answer = await call(`${sandbox.url}/_sandbox/state`, {
    method: 'PUT',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    body: gzipSync(text),
  })
  expect([answer.status, answer.body.errors[0]?.error_code]).toEqual([
    415,
    'unsupported_media_type',
  ])
})
