import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CliError } from '../../src/cli/cli-error.ts'
import { readReportOrRun } from '../../src/cli/report/report-files.ts'
import { formattedReport } from '../../src/cli/report/report-format.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

let file: string
let report: string

beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'report-')), 'report.json')
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const outcome = { fault: { at: 'after', http: 502 } }
  await control.post('/rules', { when: { operation: 'purchase' }, times: 1, outcome })
  const client = new GatewayClient(`${sandbox.url}/v1`)
  await client.purchase({ 'transaction.reference': 'A-1' })
  await client.purchase({ 'transaction.reference': 'A-1' })
  report = (await control.get('/report')).text
})

afterAll(() => rm(path.dirname(file), { recursive: true, maxRetries: 10 }))

type Members = Record<string, unknown>

interface Evidence extends Members {
  readonly request: Members
  readonly response: Members
}

const parts: readonly ((evidence: Evidence) => Members)[] = [
  (evidence) => evidence,
  ({ request }) => request,
  ({ response }) => response,
]

/** The report once for each member of its first request that is changed. */
function* changedReports(change: (members: Members, name: string) => void): Generator<string> {
  for (const part of parts) {
    const names = Object.keys(part(evidenceIn(JSON.parse(report))))
    for (const name of names) {
      const document: unknown = JSON.parse(report)
      change(part(evidenceIn(document)), name)
      yield JSON.stringify(document)
    }
  }
}

function evidenceIn(document: unknown): Evidence {
  const { findings } = document as { readonly findings: readonly { evidence: Evidence[] }[] }
  return findings[0]?.evidence[0] as Evidence
}

test.each<readonly [string, (members: Members, name: string) => void]>([
  ['is missing', (members, name) => Reflect.deleteProperty(members, name)],
  ...[null, [], 'x', true].map(
    (value) =>
      [
        `is ${JSON.stringify(value)}`,
        (members: Members, name: string) => Object.assign(members, { [name]: value }),
      ] as const,
  ),
])('a report in which a member of a request %s is refused, or shown', async (_what, change) => {
  let refused = 0
  for (const text of changedReports(change)) {
    await writeFile(file, text)
    const read = await readReportOrRun(file).catch(refusal)
    if (read === 'refused') refused += 1
    else if (read?.kind === 'report') {
      expect(await formattedReport('html', read.report)).toContain('double-charge')
    }
  }
  expect(refused).toBeGreaterThan(5)
})

function refusal(error: unknown): 'refused' {
  expect(error).toBeInstanceOf(CliError)
  expect(String(error)).toMatch(
    /report\.json(?: is not a report: |:\d+:\d+: this is not JSON: ).*$/,
  )
  return 'refused'
}
