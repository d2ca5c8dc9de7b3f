import { expect, test } from 'vitest'
import { endingText } from '../../src/cli/commands/run/exec.ts'
import { formattedReport, reportFormats } from '../../src/cli/report/report-format.ts'
import { formattedSweep, sweepMarkdown } from '../../src/cli/sweep/sweep-text.ts'
import type { ReportResponse } from '../../src/control/contract/calls/report.ts'
import { sweepOf } from '../judge/support/test-sweep.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { Command, sandgate } from '../support/command.ts'
import { call, GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const hostile = '\u{1B}]0;pwned\u{7}\u{1B}[2J\u{9B}31m\u{202E}'

/** What a terminal or an editor would obey instead of showing it. */
const obeyed = /[^\n\P{Cc}]|[\p{Cf}\u2028\u2029]/u

const formats = reportFormats.filter((format) => format !== 'json')

test('control characters of a recorded command reach no terminal', async () => {
  await using folder = await scratchFolder()
  const file = folder.at('run.jsonl')
  const evil = `\u001b]0;evil\u0007`
  const args = ['exec', '--record', file, '--', process.execPath, '-e', `0 // ${evil}`]
  await sandgate(args)
  await using open = new Command(['open', file])
  await open.printing('Ctrl-C ends it.')
  const { stdout } = await open.interrupt()
  expect(stdout).not.toContain(evil)
})

test('control characters of a client reach no terminal and no file through a report', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase({ [`m${hostile}`]: 1 })
  const query = `correlation_id_lookup=${encodeURIComponent(hostile)}`
  for (let i = 0; i < 9; i += 1) {
    await call(`${sandbox.api}/transactions?merchant_id=${i % 2 === 0 ? 1 : 'x'}&${query}`)
  }
  const report = await sandbox.running.report()
  expect(report.findings.length).toBeGreaterThan(1)
  const saved = await fetch(`${sandbox.url}/_sandbox/save/report.html`, {
    headers: { accept: 'text/html' },
  })
  const outputs = [
    endingText(report),
    await saved.text(),
    ...(await Promise.all(formats.map((format) => formattedReport(format, report)))),
  ]
  for (const text of outputs) {
    expect(text).toContain('?]0;pwned')
    expect(text).not.toMatch(obeyed)
  }
})

test('JSON has them only as escapes, and says the same', async () => {
  await using sandbox = await startTestSandbox()
  // A tag, which takes two units of UTF-16.
  const strange = `m${hostile}\u{E0001}`
  await new GatewayClient(sandbox.api).purchase({ [strange]: 1 })
  const json = async (command: string) =>
    (await sandgate([command, '--json', '--url', sandbox.url])).stdout
  const requests = await json('requests')
  expect(JSON.parse(requests)).toMatchObject({
    requests: [{ request: { body: { [strange]: expect.anything() } } }],
  })
  const swept = await formattedSweep('json', sweepOf([], { not_tried: [notTried] }))
  for (const text of [requests, await json('report'), swept]) {
    expect(text).toContain(String.raw`\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202e`)
    expect(text).not.toMatch(obeyed)
  }
})

const notTried = { what: hostile, how: '--crash', narrows: false }

test.each(formats)(
  'those of a report that was read from a file are not in its %s',
  async (format) => {
    await using sandbox = await startTestSandbox()
    const report: ReportResponse = {
      ...(await sandbox.running.report()),
      headline: hostile,
      not_tested: hostile,
    }
    expect(await formattedReport(format, report)).not.toMatch(obeyed)
  },
)

test('Markdown of files from elsewhere has none of their markup', async () => {
  await using sandbox = await startTestSandbox()
  await call(`${sandbox.api}/transactions/1`, { headers: { origin: 'http://localhost' } })
  const { findings, ...report } = await sandbox.running.report()
  const code = '<img src=x>' as 'browser-call'
  const marked = { ...report, findings: findings.map((one) => ({ ...one, code })) }
  expect(await formattedReport('markdown', marked)).toContain('<code>&#60;img src=x&#62;</code>')
  const not_tried = [{ what: '<img src=y>', how: '--crash', narrows: false }]
  expect(sweepMarkdown(sweepOf([], { not_tried }))).toContain('- &#60;img src=y&#62; (--crash)')
})

test('Markdown of references, labels and names of fields is not obeyed', async () => {
  await using sandbox = await startTestSandbox()
  const live = '![x](http://a.test/y) *b* _c_ ~~d~~ `e` #12 <i>'
  const reset = { method: 'POST', body: { label: live } }
  await call(`${sandbox.url}/_sandbox/reset`, reset)
  const gateway = new GatewayClient(sandbox.api)
  const body = { [live]: 1, 'transaction.reference': live }
  await gateway.purchase(body)
  await gateway.purchase(body)
  const text = await formattedReport('markdown', await sandbox.running.report())
  const shown = text.replaceAll(/^```text\n[\s\S]*?^```/gm, '')
  expect(shown).toContain('!&#91;x&#93;(http&#58;//a.test/y) &#42;b&#42; &#95;c&#95;')
  expect(shown).not.toMatch(/!\[|\]\(http:..a|\*b|_c_|~~|`e| #12|<i>/)
})
