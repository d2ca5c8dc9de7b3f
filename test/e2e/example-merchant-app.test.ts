import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { WorldsResponse } from '../../src/control/contract/calls/worlds.ts'
import { hasWholeSweeps, isWhole } from '../support/extent.ts'
import { runProgram } from '../support/run-program.ts'
import { comesThrough, trials } from '../support/trials.ts'

const root = path.resolve(import.meta.dirname, '../..')
const app = path.join(root, 'examples', 'merchant-app')
const binary = path.join(root, 'bin', 'sandgate.js')

const allTests = await readdir(path.join(app, 'test'))
const testFiles = allTests
  .filter((name) => name.endsWith('.test.mjs'))
  .map((name) => `test/${name}`)
const worlds = testFiles.map((name) => path.basename(name, '.test.mjs'))

const runTests = [process.execPath, '--test', '--test-reporter=tap', ...testFiles]
const { SANDGATE_URL: _url, SANDGATE_API: _api, ...env } = process.env
const place = { cwd: app, env }

/** What the summary of a run counts. */
function counted(what: string, output: string): number {
  return Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(output)?.[1])
}

/** The names in the line that `world list --json` prints. */
function worldsIn(output: string): readonly string[] {
  const list: WorldsResponse = JSON.parse(/^{"worlds":.*$/m.exec(output)?.[0] ?? '{"worlds":[]}')
  return list.worlds.map(({ name }) => name).sort()
}

test.runIf(hasWholeSweeps)(
  'the tests of the example pass by themselves, each file with a sandbox of the library',
  async () => {
    const { code, stdout, stderr } = await runProgram(runTests, place)
    expect({ code, failed: counted('fail', stdout) }, stdout + stderr).toEqual({
      code: 0,
      failed: 0,
    })
    expect(counted('pass', stdout)).toBeGreaterThan(worlds.length)
  },
)

test('the tests of the example pass under exec, all in one sandbox and each file in its own world', async () => {
  const sandgate = [process.execPath, binary]
  const thenLook = ['sh', '-c', '"$@" && "$NODE" "$BINARY" world list --json', 'sh', ...runTests]
  const exec = [...sandgate, 'exec', '--json', '--', ...thenLook]
  const { code, stdout, stderr } = await runProgram(exec, {
    cwd: app,
    env: { ...env, NODE: process.execPath, BINARY: binary },
  })
  expect({ code, failed: counted('fail', stderr) }, stderr).toEqual({ code: 0, failed: 0 })
  expect(JSON.parse(stdout)).toMatchObject({
    exit_code: 0,
    verdict: 'safe',
    report: { headline: expect.stringMatching(/^Safe: \d+ responses? (?:was|were) lost/) },
    outcomes: { approved: expect.any(Number), pending: expect.any(Number) },
    rules: { 'rules/rule-1': expect.any(Number), 'default/debit-returned': 1 },
  })
  expect(worldsIn(stderr)).toEqual(['default', ...worlds].sort())
})

/** All of them take minutes where every test loses an answer and three searches. */
const triedFiles = hasWholeSweeps ? testFiles : ['test/crash.test.mjs', 'test/refund.test.mjs']

test.for(trials)(
  'the tests of the example pass and are safe when $trouble',
  { timeout: 1_800_000 },
  async (trial, { skip }) => {
    skip(!isWhole && trial.scenario !== 'lost-responses', 'it takes long')
    await comesThrough(trial, (url) => {
      const given = { ...env, SANDGATE_URL: url, SANDGATE_API: `${url}/v1` }
      const command = [process.execPath, '--test', '--test-concurrency=4', ...triedFiles]
      return runProgram(command, { cwd: app, env: given })
    })
  },
)

test('the examples are published, without what an install leaves in them', async () => {
  const { files }: { readonly files: readonly string[] } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  expect(files).toEqual(expect.arrayContaining(['examples', '!examples/**/node_modules']))
})
