import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'

const shell = promisify(execFile)
const { stdout: script } = await sandgate(['completion', 'bash'])

/** What bash proposes for the last of these words. */
async function proposed(...words: readonly string[]): Promise<readonly string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const call = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _sandgate`
  const { stdout } = await shell('bash', [
    '-c',
    `${script}\n${call}\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
  ])
  return stdout.split('\n').filter((line) => line !== '')
}

test.each([
  [['sandgate', 'tra'], ['transactions']],
  [
    ['npx', 'sandgate', 'comp'],
    ['compare', 'completion'],
  ],
  [['sandgate', 'clock', 'ad'], ['advance']],
  [['sandgate', 'start', '--port', '80', '--mem'], ['--memory']],
  [
    ['sandgate', 'start', '--tls'],
    ['--tls', '--tls-cert', '--tls-key'],
  ],
  [['sandgate', 'start', '--scenario', 'flaky'], ['flaky-day']],
  [['sandgate', 'scenario', 'load', 'flaky'], ['flaky-day']],
  [['sandgate', 'sweep', '--faults', 're'], ['reset']],
  [['sandgate', 'sweep', '--at', 'bef'], ['before']],
  // Several values, and a value after an = sign, which bash takes for a word.
  [['sandgate', 'exec', '--scenario', 'drift,flaky'], ['drift,flaky-day']],
  [['sandgate', 'exec', '--scenario', '=', 'flaky'], ['flaky-day']],
  [
    ['sandgate', 'exec', '--fail-on', '='],
    ['error', 'warning', 'untested', 'never'],
  ],
  [['sandgate', 'transactions', '--status', 'pen'], ['pending']],
  [['sandgate', 'completion', 'power'], ['powershell']],
  // A port, another program's words, and npx with another program are none of its business.
  [['sandgate', 'start', '--port', ''], []],
  [['sandgate', 'exec', '--', 'npm', 'st'], []],
  [['npx', 'vitest', 'st'], []],
])('bash completes %j with %j', async (words, proposals) => {
  expect(await proposed(...words)).toEqual(proposals)
})

test.each(['zsh', 'fish', 'powershell'])(
  'the script for %s has every command and the built-in scenarios',
  async (name) => {
    const { code, stdout } = await sandgate(['completion', name])
    expect(code).toBe(0)
    for (const word of ['transactions', 'completion', 'tls-cert', 'flaky-day', 'upcoming']) {
      expect(stdout).toContain(word)
    }
  },
)

test('another shell is refused with those that there are', async () => {
  expect(await sandgate(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: "error: Invalid shell 'tcsh': use bash, zsh, fish or powershell\n",
  })
})
