import type { Child } from 'hono/jsx'
import { memberOf } from '../../domain/plain-object.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { type FindingDocument, findingDocument } from '../../insight/findings/finding.ts'
import type { SavedLine } from '../../insight/run/saved-run.ts'
import { Form } from '../layout/form.tsx'
import { Facts, numberHead, type ShownFact, Table } from '../parts/table.tsx'
import { pageAddress } from '../words/address.ts'
import { counted } from '../words/numbers.ts'
import { momentText, tookText } from '../words/time.ts'
import { findingsView } from './finding-view.tsx'

/** What a run file tells a reader; opening it as if it were live is for the command line. */
export interface OpenedRun {
  readonly header: RecordedHeader
  readonly calls: readonly RunCall[]
  readonly findings: readonly FindingDocument[]
  /** Whether it was ended properly: one that was killed has no findings. */
  readonly isWhole: boolean
}

interface RecordedHeader {
  readonly version?: string
  readonly started_at?: string
  /** Only of a run that was saved, not recorded. */
  readonly saved_at?: string
  readonly command?: string | null
  readonly seed?: number
  readonly clock?: string | null
}

interface RunCall {
  readonly world: string
  readonly began_at: number
  readonly ended_at: number
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown }
  readonly answer: { readonly status: number | null; readonly body: unknown }
  readonly fault: string | null
}

type RecordedLine =
  | ({ readonly record: 'header' } & RecordedHeader)
  | ({ readonly record: 'call' } & RunCall)
  | { readonly record: 'control' }
  | { readonly record: 'findings'; readonly findings: readonly FindingDocument[] }

/** A run file's text as a value, or what is wrong with it. */
export function readRecordedRun(text: string): OpenedRun | string {
  const records: { readonly record: string }[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const record = recordIn(line)
    if (record === undefined) {
      return `Line ${i + 1} is not a record of a run file; for a report or a sweep, 'npx sandgate open' shows it`
    }
    records.push(record)
  }
  // Written by the sandbox itself; a reader shows what is there.
  if (records[0]?.record === 'saved') return savedRun(records as unknown as readonly SavedLine[])
  return recordedRun(records as unknown as readonly RecordedLine[])
}

function recordedRun(records: readonly RecordedLine[]): OpenedRun | string {
  const [header] = records
  if (header?.record !== 'header') return 'A run file begins with its header; this one does not'
  const end = records.findLast((record) => record.record === 'findings')
  return {
    header,
    calls: records.filter((record) => record.record === 'call'),
    findings: end?.findings ?? [],
    isWhole: end !== undefined,
  }
}

function savedRun(lines: readonly SavedLine[]): OpenedRun {
  const header = lines.find((line) => line.record === 'saved')
  const findings = lines.flatMap((line) => {
    if (line.record === 'finding') return [line.finding]
    return line.record === 'story' ? line.findings : []
  })
  return {
    header: { ...header, command: null, clock: null },
    calls: lines.flatMap((line) => (line.record === 'exchange' ? callOf(line) : [])),
    findings: findings.map((finding) => findingDocument({ ...finding, evidence: [] }, () => null)),
    isWhole: lines.at(-1)?.record === 'end',
  }
}

function callOf({ world, exchange }: Extract<SavedLine, { readonly record: 'exchange' }>): RunCall {
  const { realAt, durationMs, request, answer, fault } = exchange
  return {
    world,
    began_at: realAt,
    ended_at: realAt + durationMs,
    request,
    answer: { status: answer.status ?? null, body: answer.body ?? null },
    fault: fault?.kind ?? null,
  }
}

function recordIn(line: string): { readonly record: string } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const record = memberOf(value, 'record')
    return typeof record === 'string' ? (value as { readonly record: string }) : undefined
  } catch {
    return undefined
  }
}

const ROWS = 200

/** A run that was recorded elsewhere: dropped on the page, or chosen. */
export function OpenRun({ visit }: { visit: Visit }) {
  const back = pageAddress(visit, '/report')
  return (
    <Form visit={visit} action="open-run" class="fields drop" id="open-run" hasFile back={back}>
      <div class="field">
        <label for="run-file">Run file</label>
        <input id="run-file" name="file" type="file" accept=".jsonl,.ndjson,.json" required />
      </div>
      <button type="submit">Open a run file</button>
    </Form>
  )
}

/** What a recorded run shows. */
export async function runView(run: OpenedRun): Promise<Child> {
  const findings = await findingsView({ findings: run.findings, worlds: undefined, level: 3 })
  return (
    <section class="panel" aria-labelledby="run-title" id="run">
      <h2 id="run-title">Recorded run</h2>
      <RunFacts run={run} />
      {!run.isWhole && <p class="warn">The run was not ended properly, so it holds no findings.</p>}
      {findings}
      <Calls calls={run.calls} />
      <p class="soft">
        To look at it as if it were live, run <code>npx sandgate open</code> with this file.
      </p>
    </section>
  )
}

/** A saved run does not say how it was started. */
function startOf({ started_at, saved_at, seed, clock }: OpenedRun['header']): readonly ShownFact[] {
  if (saved_at !== undefined) return [['Saved', momentText(saved_at)]]
  return [
    ['Started', started_at === undefined ? '' : momentText(started_at)],
    ['Seed', String(seed ?? '')],
    ['Clock', clock == null ? 'real time' : momentText(clock)],
  ]
}

function RunFacts({ run: { header, calls, findings } }: { run: OpenedRun }) {
  const facts: readonly ShownFact[] = [
    ['Version', header.version ?? ''],
    ...(header.saved_at === undefined ? [['Command', header.command ?? 'none'] as const] : []),
    ...startOf(header),
    ['Holds', `${counted(calls.length, 'request')}, ${counted(findings.length, 'finding')}`],
  ]
  return <Facts facts={facts} />
}

function Calls({ calls }: { calls: readonly RunCall[] }) {
  const left = calls.length - ROWS
  return (
    <>
      <h3>Requests</h3>
      <Table heads={['World', 'Request', 'Answer', 'Fault', numberHead('Took')]} isFocusable>
        {calls.slice(0, ROWS).map((call) => (
          <tr>
            <td>{call.world}</td>
            <td class="mono own-line">
              {call.request.method} {call.request.path}
            </td>
            <td>{call.answer.status ?? 'none'}</td>
            <td>{call.fault}</td>
            <td class="number">{tookText(call.ended_at - call.began_at)}</td>
          </tr>
        ))}
      </Table>
      {left > 0 && <p class="soft">{counted(left, 'later request')} not shown.</p>}
    </>
  )
}
