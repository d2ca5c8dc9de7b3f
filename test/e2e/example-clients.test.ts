import path from 'node:path'
import { expect, test } from 'vitest'
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

test('the naive shop charges again for each lost response', async () => {
  const { approved } = await lostAnswers('naive')
  expect(approved).toBe(7)
})

test('the sloppy shop charges once and takes it for a failure', async () => {
  const lost = await lostAnswers('sloppy')
  const words = ['A-1001: AUD 49.95 failed', 'A-1002: AUD 120.00 failed']
  expect(lost).toEqual({ code: 1, words, approved: 2 })
})

test('the careful shop charges once and knows it', async () => {
  expect(await lostAnswers('careful')).toEqual({ code: 0, words: allPaid, approved: 3 })
})
