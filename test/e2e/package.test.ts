import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { binary } from '../support/binary.ts'
import { runProgram } from '../support/run-program.ts'

const use = `
  const sandbox = await startSandbox({ quiet: true })
  const { customers } = await sandbox.seed({ customers: 2, tokens: 0, transactions: 0 })
  const answer = await fetch(sandbox.api + '/customers')
  const { results } = await answer.json()
  await sandbox.close()
  console.log(JSON.stringify({ customers, found: results.length }))
`

test('an error that nobody catches is reported in a few lines', async () => {
  const source = `import { startSandbox } from 'sandgate'\nawait startSandbox({ scenario: 'nosuch' })`
  const { code, stderr } = await runProgram(
    [process.execPath, '--input-type=module', '--eval', source],
    { cwd: path.resolve(binary, '../..') },
  )
  expect(code).toBe(1)
  expect(stderr).toContain("There is no built-in scenario 'nosuch'")
  expect(stderr.length).toBeLessThan(5000)
})

test.each([
  ['imported', 'module', `import { startSandbox } from 'sandgate'\n${use}`],
  [
    'required',
    'commonjs',
    `const { startSandbox } = require('sandgate')\n;(async () => {${use}})()`,
  ],
])('the built library can be %s by its name', async (_how, type, source) => {
  const { code, stdout, stderr } = await runProgram(
    [process.execPath, `--input-type=${type}`, '--eval', source],
    { cwd: path.resolve(binary, '../..') },
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ customers: 2, found: 2 })
})

test('installing the package runs nothing, so npm has nothing to ask about', async () => {
  const text = await readFile(path.resolve(binary, '../../package.json'), 'utf8')
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(text)
  // `prepare` too: npm asks about it where it installs a tarball, although it would not run it.
  const asked = /^(?:pre|post)?(?:install|prepare|prepublish)$/
  expect(Object.keys(scripts).filter((name) => asked.test(name))).toEqual([])
  expect(Object.keys(scripts)).toContain('dependencies')
})
