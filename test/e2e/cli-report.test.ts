import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { CoverageResponse, ReportResponse } from '../../src/control/contract/calls/report.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'
import { call, paidBody } from '../support/gateway-client.ts'
import { inlineScript } from '../support/inline-script.ts'
import { startTestSandbox } from '../support/start.ts'

/** Pays these amounts, each with an id of its own; an answer may be lost. */
function payingSource(...amounts: readonly number[]): string {
  return `
    let id = 0
    for (const amount of ${JSON.stringify(amounts)}) {
      const body = ${JSON.stringify(paidBody())}
      body.transaction.amount_details.total_amount = String(amount)
      const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-' + (id += 1) }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      await fetch(process.env.SANDGATE_API + '/transactions/purchase', sent).catch(() => undefined)
    }
  `
}

function paying(...amounts: readonly number[]): readonly string[] {
  return ['--', ...inlineScript(payingSource(...amounts))]
}

const doubled = paying(9800500, 9800500)

describe('exec', () => {
  test.each([
    ['never', doubled, 0],
    ['error', paying(1000), 0],
    ['warning', paying(1000), 0],
    ['warning', ['--', 'true'], 4],
  ] as const)('--fail-on %s', async (level, words, code) => {
    expect((await sandgate(['exec', '--fail-on', level, ...words])).code).toBe(code)
  })

  test.each([
    ['1.8', 0],
    ['1.9', 4],
    ['0', 0],
  ])('--min-coverage %s', async (least, code) => {
    const ended = await sandgate(['exec', '--min-coverage', least, ...paying(1000)])
    expect(ended.code).toBe(code)
    if (code === 4) {
      const failed = `failed: coverage is 1.8%, less than ${least}%; not covered: approved-mastercard, `
      expect(ended.stderr).toContain(failed)
      expect(ended.stderr).toMatch(/ and \d+ more\n$/)
    }
  })

  test('a pass that proves nothing starts with that, and with the command that would prove something', async () => {
    await using folder = await scratchFolder({ 'pay.mjs': payingSource(1000) })
    // The command is shown, but not a card number in it.
    const words = ['node', 'pay.mjs', "it's fine", '4539148803436467']
    const { code, stdout } = await sandgate(['exec', '--', ...words], { cwd: folder.path })
    const [headline] = stdout.split('\n')
    expect({ code, headline }).toEqual({
      code: 0,
      headline:
        "Untested: no response was lost, so your recovery code never ran. Next: npx sandgate sweep --quick -- node pay.mjs 'it'\\''s fine' 453914xxxxxx6467",
    })
  })

  test('the next command has the same variables', async () => {
    await using folder = await scratchFolder({
      'pay.mjs': payingSource(1000).replaceAll('SANDGATE_API', 'GATEWAY_URL'),
    })
    const variables = ['--env', 'GATEWAY_URL', '--env', 'PORT={port}']
    const args = ['exec', ...variables, '--', 'node', 'pay.mjs']
    const { stdout } = await sandgate(args, { cwd: folder.path })
    expect(stdout.split('\n')[0]).toMatch(
      /Next: npx sandgate sweep --quick --env GATEWAY_URL --env 'PORT=\{port\}' -- node pay\.mjs$/,
    )
  })

  test('writes reports by their endings, and the summary of a GitHub job', async () => {
    await using folder = await scratchFolder({ 'summary.md': 'before\n' })
    const files = ['report.json', 'report.xml', 'report.md', 'report.html', 'report.txt']
    const options = files.flatMap((file) => ['--report', file])
    const env = { ...process.env, GITHUB_STEP_SUMMARY: folder.at('summary.md') }
    const ended = await sandgate(['exec', ...options, ...doubled], { cwd: folder.path, env })
    expect(ended.code).toBe(4)
    const read = (file: string) => readFile(folder.at(file), 'utf8')
    const report: ReportResponse = JSON.parse(await read('report.json'))
    expect(report).toMatchObject({ verdict: 'unsafe', requests: 2 })
    expect(await read('report.xml')).toContain('<failure message="Charged twice: AUD 196,010.00')
    expect(await read('report.md')).toContain('Unsafe: 1 double charge')
    expect(await read('report.html')).toMatch(/^<!DOCTYPE html>/)
    expect(await read('report.html')).toMatch(/seed \d+/)
    expect(await read('report.txt')).toMatch(/^Unsafe: 1 double charge/)
    expect(await read('summary.md')).toMatch(/^before\n### ❌ Sandgate: Unsafe/)
  })

  test('a plan says which cases count', async () => {
    await using folder = await scratchFolder({
      'plan.yaml': '- { case: approved-visa }\n- { case: drift, not_applicable: we do not care }\n',
      'bad.yaml': '- { case: aproved-visa }\n',
      'twice.yaml': '- { case: drift }\n- { case: approved-visa }\n- { case: drift, why: again }\n',
    })
    const planned = (file: string) => [
      'exec',
      '--plan',
      file,
      '--min-coverage',
      '100',
      ...paying(1000),
    ]
    expect((await sandgate(planned('plan.yaml'), { cwd: folder.path })).code).toBe(0)
    expect((await sandgate(planned('go-live-au'), { cwd: folder.path })).code).toBe(4)
    expect(await sandgate(planned('bad.yaml'), { cwd: folder.path })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        "error: bad.yaml:1:11: [0].case: unknown coverage case 'aproved-visa'. Did you mean 'approved-visa'?\n",
    })
    expect(await sandgate(planned('twice.yaml'), { cwd: folder.path })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error: twice.yaml:3:11: [2].case: the case drift is in this plan twice; leave one of them out\n',
    })
  })
})

describe('report and coverage', () => {
  test('show a running sandbox, exit 0 whatever they find, and can forget', async () => {
    await using sandbox = await startTestSandbox()
    const target = ['--url', sandbox.url]
    await call(`${sandbox.api}/transactions/purchase`, {
      method: 'POST',
      headers: { 'x-correlation-id': 'one', origin: 'http://localhost:3000' },
      body: paidBody(),
    })
    const shown = await sandgate(['report', ...target])
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toContain('Unsafe: 1 call from a browser\n')
    const json = await sandgate(['report', '--json', ...target])
    expect((JSON.parse(json.stdout) as ReportResponse).findings[0]?.code).toBe('browser-call')
    for (const format of ['junit', 'markdown', 'html', 'json', 'text']) {
      expect((await sandgate(['report', '--format', format, ...target])).code).toBe(0)
    }
    await sandgate(['reset', '--label', 'another test', ...target])
    const since = await sandgate(['report', '--since-reset', ...target])
    expect(since.stdout).toMatch(/^Untested: no request reached the sandbox/)
    expect((await sandgate(['report', '--clear', ...target])).stdout).toContain('Unsafe')
    expect((await sandgate(['report', ...target])).stdout).not.toContain('Unsafe')
  })

  test('coverage lists every case with a tick or how to provoke it', async () => {
    await using sandbox = await startTestSandbox()
    await call(`${sandbox.api}/transactions/purchase`, {
      method: 'POST',
      headers: { 'x-correlation-id': 'one' },
      body: paidBody(),
    })
    const target = ['--url', sandbox.url]
    const { stdout } = await sandgate(['coverage', ...target])
    expect(stdout).toMatch(/✓ +approved-visa /)
    expect(stdout).toMatch(/✗ +declined-51 .*amount 1000051/)
    expect(stdout).toMatch(/- +surcharge .*needs a merchant with a surcharge/)
    expect(stdout).toContain('1.8% covered: 1 of 57 cases.')
    const planned = await sandgate(['coverage', '--json', '--plan', 'go-live-au', ...target])
    const { cases } = JSON.parse(planned.stdout) as CoverageResponse
    expect(cases).toContainEqual(expect.objectContaining({ name: 'debit-returned-late' }))
  })
})
