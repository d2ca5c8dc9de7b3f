import { cp, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { isHere } from '../support/outside/needs.ts'
import { runProgram } from '../support/run-program.ts'

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

const root = path.resolve(import.meta.dirname, '../..')

/** The example of the manual with a shop of `examples/clients`, which pays when its process runs. */
function exampleWith(shop: string): string {
  const [block] = blocksOf(page('docs/reference/library.md'), 'js')
  const program = path.join(root, 'examples/clients', shop)
  const pay = `await promisify(execFile)(process.execPath, [${JSON.stringify(program)}, sandbox.api])`
  const imports =
    "import { execFile } from 'node:child_process'\nimport { promisify } from 'node:util'\n"
  const code = block?.code.replace('// … run your checkout with sandbox.api as the base URL …', pay)
  return `${imports}${code}`
}

interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly failureMessages?: readonly string[] }[]
  }[]
}

/** Runs suites as a user's project would, with the Vitest of this folder. */
async function runSuites(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  installed = root,
) {
  await using folder = await scratchFolder({ 'package.json': '{ "type": "module" }', ...files })
  // Copied, because a package finds its peers from where it really is.
  for (const name of ['package.json', 'dist', 'scenarios']) {
    await cp(path.join(root, name), folder.at(`node_modules/sandgate/${name}`), { recursive: true })
  }
  await symlink(path.join(installed, 'node_modules/vitest'), folder.at('node_modules/vitest'))
  const { SANDGATE_URL: _url, ...plain } = process.env
  const vitest = path.join(installed, 'node_modules/vitest/vitest.mjs')
  // A machine under load must not turn a wait of three seconds into a time-out of Vitest's.
  const written = ['--reporter', 'json', '--outputFile', 'results.json']
  const options = [...written, '--testTimeout', '60000']
  const { code, stdout, stderr } = await runProgram([process.execPath, vitest, 'run', ...options], {
    cwd: folder.path,
    env: { ...plain, ...env },
  })
  const json = await readFile(folder.at('results.json'), 'utf8').catch(() => {
    throw new Error(stdout + stderr)
  })
  const results: Results = JSON.parse(json)
  const fileOf = (name: string) =>
    results.testResults.find((one) => path.basename(one.name) === name)
  return { code, results, fileOf, said: json }
}

test('each test has a world in a sandbox of its worker, and the example of the manual tells shops apart', async () => {
  const { code, results, fileOf, said } = await runSuites({
    'shop.test.js': suite,
    'careful.test.js': exampleWith('careful.mjs'),
    'naive.test.js': exampleWith('naive.mjs'),
  })
  expect(results, said).toMatchObject({ numPassedTests: 5, numFailedTests: 1 })
  expect(fileOf('shop.test.js')?.assertionResults).toHaveLength(4)
  expect(fileOf('shop.test.js')?.status).toBe('passed')
  expect(fileOf('careful.test.js')?.status).toBe('passed')
  const [naive] = fileOf('naive.test.js')?.assertionResults ?? []
  expect(naive?.failureMessages?.join()).toContain('TooFewRequests: 0 of 1 requests came within 3s')
  expect(code).toBe(1)
})

test.for([
  { version: 'as installed', folder: root, isThere: true },
  { version: '5', folder: path.join(root, 'tools/vitest-5'), isThere: isHere('vitest5') },
])(
  'with Vitest ($version) in a sandbox that runs already, each test of the report has its test’s name',
  async ({ folder, isThere }, { skip }) => {
    skip(!isThere, 'it is not installed')
    await using sandbox = await startSandbox({ config: {}, quiet: true })
    const env = { SANDGATE_URL: sandbox.url }
    const { code, said } = await runSuites({ 'shop.test.js': suite }, env, folder)
    expect(code, said).toBe(0)
    const { all_tests, requests } = await sandbox.report()
    expect(requests).toBe(3)
    expect(all_tests.map(({ label }) => label)).toEqual(
      expect.arrayContaining([1, 2, 3].map((n) => `checkout > pays once, in world ${n}`)),
    )
  },
)
