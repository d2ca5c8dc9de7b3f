import path from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, page } from '../docs/pages.ts'
import { sandgate } from '../support/command.ts'

const clients = path.resolve(import.meta.dirname, '../../examples/clients')

/** How a shop fares where every answer is lost once: its own words, and what was approved. */
async function lostAnswers(shop: string) {
  const command = [process.execPath, path.join(clients, `${shop}.mjs`)]
  const options = ['--json', '--scenario', 'lost-responses']
  const { code, stdout, stderr } = await sandgate(['exec', ...options, '--', ...command])
  const words = stderr.split('\n').filter((line) => line.startsWith('A-'))
  return { code, words, approved: JSON.parse(stdout).outcomes.approved }
}

const allPaid = [
  'A-1001: AUD 49.95 approved',
  'A-1002: AUD 120.00 approved',
  'A-1002: AUD 20.00 refund approved',
]

test.each(['naive', 'sloppy', 'careful'])('the %s shop sells while all is well', async (shop) => {
  const command = [process.execPath, path.join(clients, `${shop}.mjs`)]
  const { code, stdout } = await sandgate(['exec', '--quiet', '--', ...command])
  expect({ code, lines: stdout.trim().split('\n') }).toEqual({ code: 0, lines: allPaid })
})

/** Whatever its times and ids are. */
function timeless(text: string): string {
  return text
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
    .replaceAll(/[\da-f]{8}(?:…[\da-f]{8}|(?:-[\da-f]{4}){3}-[\da-f]{12})/g, 'ID')
}

test('the naive shop charges again for each lost response, as the README shows', async () => {
  const shown = blocksOf(page('README.md'), 'text')[0]?.code ?? ''
  const [typed = '', ...evidence] = shown.split('\n')
  const [, ...args] = typed.replace(/^\$ npx /, '').split(' ')
  const { code, stdout } = await sandgate(args, { cwd: path.resolve(clients, '../..') })
  expect(code).toBe(1)
  expect(timeless(stdout)).toContain(timeless(evidence.join('\n')))
  expect(stdout).toContain('\n  transactions   7 approved\n')
  expect(stdout).not.toContain('Coverage')
})

test('the sloppy shop charges once and takes it for a failure', async () => {
  const lost = await lostAnswers('sloppy')
  const words = ['A-1001: AUD 49.95 failed', 'A-1002: AUD 120.00 failed']
  expect(lost).toEqual({ code: 1, words, approved: 2 })
})

test('the careful shop charges once and knows it', async () => {
  expect(await lostAnswers('careful')).toEqual({ code: 0, words: allPaid, approved: 3 })
})
