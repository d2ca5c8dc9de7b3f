import { expect, test } from 'vitest'
import { startTestSandbox } from '../../support/start.ts'
import { scratchFolder } from '../scratch.ts'

const rules = ['shop', 'any*', 'office'].map(
  (user) => `  - { name: ${user.slice(0, 3)}, when: { user: "${user}" }, outcome: { delay: 1ms } }`,
)
const users = [{ name: 'shop', password: 's3cret', merchant: 1, merchants: [1] }]

test.each([
  [
    'open',
    [
      "warning: 'mine/sho' is never met: it wants user shop, and with 'auth: open' every caller is 'anybody'",
      "warning: 'mine/off' is never met: it wants user office, and with 'auth: open' every caller is 'anybody'",
    ],
  ],
  [
    'required',
    [
      "warning: 'mine/any' is never met: it wants user any*, and no user has that name",
      "warning: 'mine/off' is never met: it wants user office, and no user has that name",
    ],
  ],
] as const)('auth %s: a rule for a user who never calls is a warning', async (auth, warnings) => {
  const text = `name: mine\nrules:\n${rules.join('\n')}\n`
  await using folder = await scratchFolder({ 'mine.yaml': text })
  const scenarios = ['default', `${folder.path}/mine.yaml`]
  await using sandbox = await startTestSandbox({ auth, users, scenarios })
  expect(sandbox.logs).toEqual(warnings)
})
