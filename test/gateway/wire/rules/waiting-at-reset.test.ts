import { expect, test } from 'vitest'
import type { RuleDocument } from '../../../../src/scenario/scenario-document.ts'
import { callsUnderWay } from '../../../support/control-client.ts'
import { startGateway } from '../../../support/gateway.ts'
import { useRules } from '../../../support/rules.ts'

/** A request that waits in the sandbox, and then the reset of its world. */
async function resetWhileWaiting(outcome: RuleDocument['outcome']) {
  const gateway = await startGateway()
  const { client, world } = gateway
  useRules(world, { when: { operation: ['purchase'] }, outcome })
  const answer = client.purchase().then(
    ({ status }) => status,
    () => 'closed',
  )
  await expect.poll(() => callsUnderWay(gateway)).toHaveLength(1)
  world.reset()
  return { gateway, answer }
}

test.each([
  ['the response of a slow bank', { response_code: '51', delay: '1h' }, 200],
  ['a response that never comes', { fault: { at: 'after', hang: true } }, 'closed'],
] as const)('%s ends at once when its world is reset', async (_title, outcome, wanted) => {
  const { gateway, answer } = await resetWhileWaiting(outcome)
  await using _gateway = gateway
  expect(await answer).toBe(wanted)
})
