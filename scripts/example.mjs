import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Runs the tests of examples/merchant-app, first in a sandbox of `exec` and then on their own. */

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join('examples', 'merchant-app', 'test')
// Listed here, because not every shell expands *.test.mjs, nor does Node 20.
const names = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.test.mjs'))
const tests = ['--test', ...names.map((name) => path.join(folder, name))]

for (const before of [[path.join('bin', 'sandgate.js'), 'exec', '--', process.execPath], []]) {
  const args = [...before, ...tests]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
  if (process.exitCode !== 0) break
}
