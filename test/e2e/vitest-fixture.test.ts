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
  // A machine under load must not turn a wait of three seconds into a time-out of Vitest's.
  const options = ['--reporter', 'json', '--testTimeout', '60000']
  return await runProgram([process.execPath, vitest, 'run', ...options], {
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

/** A shop of `examples/clients`, which pays at an address and is done when its process ends. */
async function runExample(shop: string) {
  const [block] = blocksOf(page('docs/library.md'), 'js')
  const program = path.join(root, 'examples/clients', shop)
  const pay = `await promisify(execFile)(process.execPath, [${JSON.stringify(program)}, sandbox.api])`
  const imports =
    "import { execFile } from 'node:child_process'\nimport { promisify } from 'node:util'\n"
  const code = block?.code.replace('// … let your checkout pay against sandbox.api …', pay)
  return await runSuite({}, `${imports}${code}`)
}

test('the example of the manual passes with a client that searches for what was lost', async () => {
  const { code, stdout, stderr } = await runExample('careful.mjs')
  expect(code, stdout + stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1 })
})

test('the example of the manual fails in its own words with a client that does not', async () => {
  const { code, stdout } = await runExample('naive.mjs')
  expect(code).toBe(1)
  expect(stdout).toContain('TooFewRequests: 0 of 1 requests came within 3s')
})
