import { expect, test } from 'vitest'
import { loadScenarios } from '../../../src/runtime/scenarios/scenario-source.ts'
import { scratchFolder } from '../../runtime/scratch.ts'
import { ControlClient } from '../../support/control-client.ts'
import { hasLong } from '../../support/extent.ts'
import { startTestSandbox } from '../../support/start.ts'

function scenario(name: string, count: number) {
  const rules = Array.from({ length: count }, (_, i) => ({
    when: { reference: `${name}-${i}` },
    outcome: { response_code: '51' },
  }))
  return { name, extends: ['default'], rules }
}

test.runIf(hasLong)(
  'loaded scenarios may have 2 000 rules together, without the shipped ones',
  async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const [one, other] = [scenario('one', 1200), scenario('other', 800)]
    expect((await control.post('/scenarios', one)).status).toBe(200)
    const message = 'scenarios have 2001 rules together, and may have 2000'
    const tooMany = scenario('other', 801)
    for (const { status, text } of [
      await control.post('/scenarios', tooMany),
      await control.put('/scenarios', { scenarios: [one, tooMany] }),
    ]) {
      expect([status, text]).toEqual([422, expect.stringContaining(`${message}; unload one first`)])
    }
    expect((await control.post('/scenarios', other)).status).toBe(200)
    await using folder = await scratchFolder({
      'one.json': JSON.stringify(one),
      'other.json': JSON.stringify(tooMany),
    })
    const loading = loadScenarios([folder.at('one.json'), folder.at('other.json')])
    await expect(loading).rejects.toThrow(`${message}; leave one out`)
  },
  240_000,
)
