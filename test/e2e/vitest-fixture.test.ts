import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { runProgram } from '../support/run-program.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = path.resolve(import.meta.dirname, '../..')

const buy = `async function buy(api) {
  const body = {
    merchant: { id: 1 },
    transaction: {
      reference: 'order 1',
      amount_details: { total_amount: '1000', currency: 'AUD' },
      payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230' } },
    },
  }
  const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'same-id' }
  const answer = await fetch(api + '/transactions/purchase', {
    method: 'POST', headers, body: JSON.stringify(body),
  })
  return [answer.status, (await answer.json()).audit]
}
`

const suite = `
import { describe, expect } from 'vitest'
import { test } from 'sandgate/vitest'

${buy}
describe('checkout', () => {
  test.for([1, 2, 3])('pays once, in world %i', async (_number, { sandbox }) => {
    expect(await buy(sandbox.api)).toEqual([200, 1000001])
    expect(sandbox.api).toMatch(/\\/w\\/pays-once-in-world-[0-9a-f]{10}\\/v1$/)
  })
  test('needs none', () => undefined)
})
`

async function runSuite(env: Readonly<Record<string, string>>, text = suite) {
  await using folder = await scratchFolder({
    'package.json': '{ "type": "module" }',
    'shop.test.js': text,
  })
  await mkdir(folder.at('node_modules'))
  await symlink(root, folder.at('node_modules/sandgate'))
  await symlink(path.join(root, 'node_modules/vitest'), folder.at('node_modules/vitest'))
  const { SANDGATE_URL: _url, ...plain } = process.env
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  return await runProgram([process.execPath, vitest, 'run', '--reporter', 'json'], {
    cwd: folder.path,
    env: { ...plain, ...env },
  })
}

test('each test has a world of its own, in a sandbox of its worker', async () => {
  const { code, stdout, stderr } = await runSuite({})
  expect(code, stdout + stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 4, numFailedTests: 0 })
})

test('in a sandbox that runs already, each chapter has its test’s name', async () => {
  await using sandbox = await startSandbox({ config: {}, quiet: true })
  const { code, stdout, stderr } = await runSuite({ SANDGATE_URL: sandbox.url })
  expect(code, stdout + stderr).toBe(0)
  const { labels, requests } = await sandbox.report()
  expect(requests).toBe(3)
  expect(labels).toEqual(
    expect.arrayContaining([1, 2, 3].map((n) => `checkout > pays once, in world ${n}`)),
  )
})

test('the example of the manual passes, with a shop that looks up what was lost', async () => {
  const [block] = blocksOf(page('docs/library.md'), 'js')
  const shop = "await buy(sandbox.api).catch(() => fetch(sandbox.api + '/transactions/1000001'))"
  const example = block?.code.replace('// … let your checkout pay against sandbox.api …', shop)
  const { code, stdout, stderr } = await runSuite({}, `${example}\n${buy}`)
  expect(code, stdout + stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1 })
})
