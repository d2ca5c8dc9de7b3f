import { expect, test } from 'vitest'
import { startTestSandbox } from '../../support/start.ts'

test('an idle connection outlives those that clients keep, so that no request meets its end', async () => {
  await using sandbox = await startTestSandbox()
  const { headers } = await fetch(`${sandbox.url}/_sandbox/health`)
  expect(headers.get('Keep-Alive')).toBe('timeout=120')
})
