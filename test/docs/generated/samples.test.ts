import { expect, test } from 'vitest'
import type { IndexResponse } from '../../../src/control/contract/calls/about.ts'
import { controlRoutes } from '../../../src/control/control-calls.ts'
import { controlDocument } from '../../../src/control/openapi/control-document.ts'
import { openApiDocument } from '../../../src/control/openapi/document.ts'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { ControlClient } from '../../support/control-client.ts'
import { DocumentCheck } from '../../support/document-check.ts'
import { startTestSandbox } from '../../support/start.ts'
import { controlSamples } from './control-samples.ts'
import { eventSample } from './event-sample.ts'
import { gatewaySamples } from './gateway-samples.ts'
import { play } from './play.ts'
import type { Answered, Sample } from './sample.ts'
import { samplesText } from './sample-page.ts'
import { vaultSamples } from './vault-samples.ts'
import { expectParts } from './written.ts'

const { before, looking, timing, ruling, keeping } = controlSamples

test('docs/reference/api.md and vault.md have a sample of every operation', async () => {
  const gateway = samplesText(await play(gatewaySamples))
  await expectParts('docs/reference/api.md', { samples: gateway })
  const vault = samplesText(await play(vaultSamples))
  await expectParts('docs/reference/vault.md', { samples: vault })
})

test('docs/reference/control-api.md has a sample of every call', async () => {
  const answered = await play([before, looking, timing, ruling, keeping].flat())
  const part = (samples: readonly Sample[]): string =>
    samplesText(answered.filter((one: Answered) => samples.includes(one.sample)))
  await expectDescribed(answered)
  const samples = [
    `### Look inside\n\n${part(looking)}`,
    `### Clock, settling, expiry\n\n${part(timing)}`,
    `### Scenarios and rules\n\n${part(ruling)}`,
    `### State and worlds\n\n${part(keeping)}`,
    `### The stream of events\n\n${await eventSample()}`,
  ].join('\n')
  await expectParts('docs/reference/control-api.md', { samples })
})

/** Holds every answer against the OpenAPI document of the control API. */
async function expectDescribed(answered: readonly Answered[]): Promise<void> {
  const about = { version: '1.0.0', url: 'http://127.0.0.1:7263', needsToken: false }
  const check = new DocumentCheck(await controlDocument(controlRoutes, about))
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const wrong = answered.flatMap(({ sample, status, answer }) => {
    const [method, address = ''] = sample.of.split(' ')
    const called = controlRoutes.find(
      ({ path, ...one }) =>
        one.method === method && address === `/_sandbox${path}`.replace(/\/$/, ''),
    )
    if (called === undefined || status !== 200) return []
    try {
      check.hold(called.name, { status, headers, text: JSON.stringify(answer) })
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  expect(wrong).toEqual([])
}

test('no operation of the gateway or the vault lacks a sample', () => {
  const document = openApiDocument({
    version: '1.0.0',
    api: 'http://127.0.0.1:7263/v1',
    assumptions: defaultAssumptions,
    auth: 'open',
  })
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const shown = [...gatewaySamples, ...vaultSamples].map(({ of }) => of.replace(/,.*/, ''))
  expect(operations.filter((name) => !shown.includes(name))).toEqual([])
  expect(operations.length).toBeGreaterThan(15)
})

/** Calls without a sample, and where the page says why. */
const elsewhere = [
  'GET /_sandbox/calls', // the same as GET /_sandbox
  'GET /_sandbox/openapi.json', // docs/reference/openapi.md
  'GET /_sandbox/control-openapi.json', // the same
  'GET /_sandbox/run', // docs/guides/run-files.md
  'GET /_sandbox/events', // a stream: it has a part of its own
]

test('no call of the control API lacks a sample', async () => {
  await using sandbox = await startTestSandbox()
  const { body } = await new ControlClient(sandbox.url).get<IndexResponse>('')
  const shown = [looking, timing, ruling, keeping].flat().map(({ of }) => of)
  const lacking = body.calls
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !shown.includes(name))
  expect(lacking.sort()).toEqual(elsewhere.toSorted())
})
