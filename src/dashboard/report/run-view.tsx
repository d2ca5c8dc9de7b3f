import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/pages/visit.ts'
import { Form } from '../layout/form.tsx'
import { Facts, numberHead, type ShownFact, Table } from '../parts/table.tsx'
import { pageAddress } from '../words/address.ts'
import { counted } from '../words/numbers.ts'
import { momentText, tookText } from '../words/time.ts'
import { findingsView } from './finding-view.tsx'
import type { OpenedRun, RunCall } from './run-file.ts'

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
