// Puts the recipes, the example suites, the agent and the example shops through whole sweeps of depth
// 2, all files of the example shop through lost responses, and all of the reference page through axe;
// and the random runs, kills, long work and what else CI has no time for: npm run sweeps. It takes
// more than half an hour.
import { spawn } from 'node:child_process'
import path from 'node:path'

const vitest = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const files = [
  'test/docs/recipes',
  'test/e2e/example-',
  'test/e2e/cli-sweep',
  'test/e2e/cli-books',
  'test/browser/reference',
  'test/fuzz',
  'test/e2e/kill',
  'bench/limits',
  'test/e2e/open-files',
  'test/e2e/resolution',
  'test/browser/strangers',
  'test/docs/commands',
  'test/architecture/recipes',
  'test/judge/memory',
  'test/gateway/store/kill',
]
const options = ['run', '--maxWorkers=1', ...files, ...process.argv.slice(2)]
const child = spawn(process.execPath, [vitest, ...options], {
  stdio: 'inherit',
  env: { ...process.env, SANDGATE_TEST_ALL: 'sweeps' },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
