import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { runProgram } from '../support/run-program.ts'
import { blocksOf, page, root } from './pages.ts'

const program = `'${process.execPath}' '${path.join(root, 'bin', 'sandgate.js')}'`
const naive = `'${process.execPath}' '${path.join(root, 'examples', 'clients', 'naive.mjs')}'`

test.each([
  ['fail', '(exit 5)', 5],
  ['charge twice', `${naive} || true`, 4],
])(
  'the sandbox that a CI job starts by itself ends with it if its tests %s',
  async (_, tests, code) => {
    const blocks = blocksOf(page('docs/guides/ci.md'), 'sh').map((block) => block.code)
    const script = blocks
      .find((block) => block.includes(' start '))
      ?.replace(' start ', ' start --scenario lost-responses ')
      .replace('npm test', tests)
      .replaceAll('npx sandgate', program)
    await using folder = await scratchFolder({ 'job.sh': script ?? '' })
    // The ready file is there as long as the sandbox, which may take a moment to end.
    const gone = 'n=0; while [ -e ready.json ] && [ $n -lt 1000000 ]; do n=$((n+1)); done; ls'
    // Under npx, a sandbox would end with the shell that started it.
    const place = { cwd: folder.path, env: { ...process.env, npm_command: '' } }
    const job = `sh -e job.sh; code=$?; ${gone}; exit $code`
    const ended = await runProgram(['sh', '-c', job], place)
    expect(ended).toMatchObject({ code, stdout: expect.stringContaining(' responds ') })
    expect(ended.stdout).not.toContain('ready.json')
  },
)
