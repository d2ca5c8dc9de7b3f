import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** Buys in a world of its own for each test, and again without looking where the answer is unclear. */
function naiveShop(tests: number): readonly string[] {
  const source = `
    const body = (reference) => JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
      amount_details: { total_amount: '4995', currency: 'AUD' },
      payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230' } } } })
    for (let test = 1; test <= ${tests}; test += 1) {
      const url = process.env.SANDGATE_URL + '/w/test-' + test + '/v1/transactions/purchase'
      for (let attempt = 1; attempt < 3; attempt += 1) {
        const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': test + '-' + attempt }
        const answer = await fetch(url, { method: 'POST', headers, body: body('order-' + test) })
          .catch(() => undefined)
        if (answer?.ok) break
      }
    }
  `
  return inlineScript(source)
}

test('flaky-day finds a shop that charges twice, with a world per test', async () => {
  const args = ['exec', '--scenario', 'flaky-day', '--fail-on', 'warning', '--json', '--']
  const ended = await sandgate([...args, ...naiveShop(5)])
  const { report } = JSON.parse(ended.stdout)
  expect(ended.code).toBe(4)
  expect(report).toMatchObject({ verdict: 'unsafe', unmatched_scenarios: [] })
  expect(report.headline).toContain('1 double charge')
})

test('a scenario that no request matched is reported first, and fails with --fail-on warning', async () => {
  await using folder = await scratchFolder({
    'mine.yaml':
      'name: mine\nrules: [{ when: { amount: "1" }, outcome: { response_code: "51" } }]\n',
  })
  const scenarios = ['--scenario', `flaky-day,${folder.at('mine.yaml')}`, '--scenario', 'default']
  const files = ['txt', 'md', 'json', 'html'].map((ending) => folder.at(`report.${ending}`))
  const reports = files.flatMap((file) => ['--report', file])
  const ended = await sandgate(['exec', ...scenarios, ...reports, '--', ...naiveShop(2)])
  expect(ended.code).toBe(0)
  const lines = [
    'flaky-day: none of its 6 rules matched, so it tested nothing.',
    'mine: its only rule matched no request, so it tested nothing.',
  ]
  expect(ended.stderr + ended.stdout).toContain(lines.join('\n'))
  const [text = '', markdown = '', json = '{}', html = ''] = await Promise.all(
    files.map((file) => readFile(file, 'utf8')),
  )
  const first = 'Untested: no response was lost, so your recovery code never ran. Next: '
  expect(text.startsWith(first)).toBe(true)
  expect(text.split('\n').slice(1, 3)).toEqual(lines)
  expect(markdown.startsWith(`### ⚠️ Sandgate: ${first}`)).toBe(true)
  expect(markdown).toContain(`\n\n> ${lines.join('  \n> ')}`)
  expect(html).toContain(lines[0])
  expect(JSON.parse(json).unmatched_scenarios).toEqual([
    { name: 'flaky-day', rules: 6 },
    { name: 'mine', rules: 1 },
  ])
  const strict = await sandgate([
    'exec',
    ...scenarios,
    '--fail-on',
    'warning',
    '--',
    ...naiveShop(2),
  ])
  expect(strict.code).toBe(4)
  expect(strict.stderr).toContain('failed: flaky-day: none of its 6 rules matched\n')
  expect(strict.stderr).toContain('failed: mine: its only rule matched no request\n')
})

test('a run in which nothing was lost is untested, which fails only if asked for', async () => {
  await using folder = await scratchFolder()
  const file = folder.at('report.xml')
  const shop = ['--', process.execPath, path.resolve('examples/clients/naive.mjs')]
  const ended = await sandgate(['exec', '--report', file, ...shop])
  expect(ended.code).toBe(0)
  const lines = ended.stdout.split('\n')
  expect(lines[3]).toMatch(
    /^Untested: no response was lost, so your recovery code never ran\. Next: npx sandgate sweep --quick -- /,
  )
  expect(await readFile(file, 'utf8')).toContain(
    'name="recovery after a lost response"><skipped message="Untested: no response was lost',
  )
  const strict = await sandgate(['exec', '--fail-on', 'untested', ...shop])
  expect(strict.code).toBe(4)
  expect(strict.stderr).toContain('failed: untested: no response was lost')
})
