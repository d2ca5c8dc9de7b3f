import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { hasWholeSweeps } from '../support/extent.ts'
import { runProgram } from '../support/run-program.ts'

vi.setConfig({ testTimeout: 300_000 })

const root = new URL('../../', import.meta.url)

async function confusion(...args: readonly string[]) {
  return await runProgram([process.execPath, 'scripts/confusion.mjs', ...args], {
    cwd: root.pathname,
  })
}

/** On a busy machine, more requests wait a second in the mixed world, and a second one is then an error. */
function withoutMixedWarnings(table: string): string {
  return table.replaceAll(/^(\| (?:all|wrong: all kinds)[^|]*(?:\| \d+ ){3}\| )\d+/gm, '$1…')
}

// `npm run confusion -- --write` writes the table anew.
test.runIf(hasWholeSweeps)(
  'docs/internals/verdict-trials.md has the table that npm run confusion prints',
  async () => {
    const text = await readFile(new URL('docs/internals/verdict-trials.md', root), 'utf8')
    const table = /<!-- confusion -->\n([\s\S]*?)<!-- \/confusion -->/.exec(text)?.[1] ?? ''
    const { code, stdout } = await confusion()
    expect(withoutMixedWarnings(stdout)).toBe(withoutMixedWarnings(table))
    expect(code).toBe(0)
  },
)

test('whatever the seed, no double charge is missed and no careful client blamed', async () => {
  const seed = String(process.env.CONFUSION_SEED ?? Date.now() % 100_000)
  const { code, stdout } = await confusion('--seed', seed, '--runs', process.env.CLIENT_RUNS ?? '2')
  expect(code, `seed ${seed}\n${stdout}`).toBe(0)
})

test.each([
  ['--runs', '0'],
  ['--seed', 'x'],
  ['--runs', '1e9'],
])('%s %s is refused', async (...args) => {
  expect(await confusion(...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: '--seed needs a whole number, and --runs one from 1 to 1000\n',
  })
})
