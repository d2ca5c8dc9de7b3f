import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { runBinary } from '../support/binary.ts'
import { runProgram } from '../support/run-program.ts'
import { comesThrough, isSweptSafely, trials } from '../support/trials.ts'

const folder = path.resolve(import.meta.dirname, '../../examples/agent')

/** The one command of the README. */
function underExec(name: string, options: readonly string[] = []) {
  const command = [process.execPath, path.join(folder, `${name}.mjs`)]
  return runBinary(['exec', ...options, '--', ...command])
}

test.concurrent.each(['naive', 'careful'])('the %s agent buys while all is well', async (name) => {
  const { code, stdout } = await underExec(name, ['--quiet'])
  expect(code).toBe(0)
  expect(stdout).toContain('A-1001: approved\nmodel  Done.')
})

test.concurrent('the naive agent pays twice under a new key, is content, and is found out', async () => {
  const { code, stdout, stderr } = await underExec('naive', ['--scenario', 'hard-recovery'])
  expect(code).toBe(4)
  const keys = [...(stdout + stderr).matchAll(/"idempotency_key":"([^"]+)"/g)].map(([, key]) => key)
  expect(new Set(keys).size).toBe(2)
  expect(stdout).toContain('model  Done.')
  expect(stdout).toMatch(/Unsafe: 1 double charge/)
  expect(stdout).toContain('Charged twice: AUD 99.90 for an order of AUD 49.95.')
})

test.concurrent.for(trials)('the careful agent charges once when $trouble', async (trial) => {
  const charged = await comesThrough(trial, (url) => {
    const env = { ...process.env, SANDGATE_API: `${url}/v1` }
    return runProgram([process.execPath, 'careful.mjs'], { cwd: folder, env })
  })
  expect(charged).toBe(1)
})

const longOutage = `name: long-outage
extends: [default]
rules:
  - { when: { operation: purchase }, times: 1, outcome: { fault: { at: after, reset: true } } }
  - { when: { operation: search }, times: 6, outcome: { fault: { at: before, http: 503 } } }
`

test.concurrent('a model that calls the careful tool again charges nothing more', async () => {
  await using files = await scratchFolder({ 'long-outage.yaml': longOutage })
  const trial = { trouble: 'the tool gives up', scenario: files.at('long-outage.yaml') }
  const charged = await comesThrough(trial, async (url) => {
    const env = { ...process.env, SANDGATE_API: `${url}/v1` }
    const ended = await runProgram([process.execPath, 'careful.mjs'], { cwd: folder, env })
    expect(ended.stdout.match(/model {2}pay_order/g)).toHaveLength(2)
    expect(ended.stdout).toContain('tool   error: It is not known yet whether A-1001 is paid.')
    return ended
  })
  expect(charged).toBe(1)
})

test('the careful agent is safe in every cell of a sweep', { timeout: 3_600_000 }, () =>
  isSweptSafely([process.execPath, 'careful.mjs'], folder),
)

test('the manual shows the description of the tool that is tested here', async () => {
  const [description, prompt] = blocksOf(page('docs/guides/paying-agents.md'), 'text')
  const tool = await readFile(path.join(folder, 'careful.mjs'), 'utf8')
  expect(tool).toContain(`'${description?.code.trim()}'`)
  expect(tool).toContain(`name: '${/You pay with (\w+)/.exec(prompt?.code ?? '')?.[1]}'`)
})
