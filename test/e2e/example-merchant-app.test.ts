import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'

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

test('the tests of the example pass by themselves, each file with a sandbox of the library', async () => {
  const { code, stdout, stderr } = await runProgram(runTests, place)
  expect({ code, failed: counted('fail', stdout) }, stdout + stderr).toEqual({ code: 0, failed: 0 })
  expect(counted('pass', stdout)).toBeGreaterThan(worlds.length)
}, 60_000)

test('the tests of the example pass under exec, all in one sandbox', async () => {
  const exec = [process.execPath, binary, 'exec', '--json', '--', ...runTests]
  const { code, stdout, stderr } = await runProgram(exec, place)
  expect({ code, failed: counted('fail', stderr) }, stderr).toEqual({ code: 0, failed: 0 })
  expect(JSON.parse(stdout)).toMatchObject({
    exit_code: 0,
    outcomes: { approved: expect.any(Number), pending: expect.any(Number) },
    rules: { 'rules/rule-1': expect.any(Number), 'default/debit-returned': 1 },
  })
}, 60_000)

test('the tests of the example have a world for each file', async () => {
  const look = `
    const answer = await fetch(process.env.SANDGATE_URL + '/_sandbox/worlds')
    console.log((await answer.json()).worlds.map(({ name }) => name).join())`
  const node = JSON.stringify(process.execPath)
  const script = `${runTests.map((word) => JSON.stringify(word)).join(' ')} >&2 && ${node} --input-type=module -e "$LOOK"`
  const exec = [process.execPath, binary, 'exec', '--quiet', '--', 'sh', '-c', script]
  const { stdout } = await runProgram(exec, { cwd: app, env: { ...env, LOOK: look } })
  expect(stdout.trim().split(',').sort()).toEqual(['default', ...worlds].sort())
}, 60_000)

test('the example is not published', async () => {
  const { files }: { readonly files: readonly string[] } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  expect(files.filter((name) => name.startsWith('examples'))).toEqual([])
})
