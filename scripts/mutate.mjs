// Changes small things in the named source files, and says which changes no test notices:
// npm run mutate -- src/domain/time [--tests test/domain,test/model]
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: { tests: { type: 'string' } },
  allowPositionals: true,
})
const stryker = 'tools/mutate/node_modules/@stryker-mutator/core/bin/stryker.js'
if (positionals.length === 0)
  fail('Name the files or folders to change: npm run mutate -- src/domain/time')
if (!existsSync(stryker)) fail('Stryker is not installed: npm ci --prefix tools/mutate')

const globs = positionals.map((name) => {
  if (!existsSync(name)) fail(`There is no ${name}`)
  return statSync(name).isDirectory() ? `${name}/**/*.@(ts|tsx)` : name
})
const tests = values.tests ?? [...new Set(positionals.map(testsOf))].join(',')
console.log(`The tests in ${tests} run with each change`)
const options = ['run', 'tools/mutate/stryker.config.json', '--mutate', globs.join(',')]
const child = spawn(process.execPath, [stryker, ...options], {
  stdio: 'inherit',
  env: { ...process.env, MUTATE_TESTS: tests },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})

/** The folder in test that mirrors a source folder, or the nearest one above it. */
function testsOf(/** @type {string} */ source) {
  let folder = path.normalize(source).replace(/^src/, 'test')
  while (!existsSync(folder) || !statSync(folder).isDirectory()) folder = path.dirname(folder)
  return folder
}

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(message)
  process.exit(2)
}
