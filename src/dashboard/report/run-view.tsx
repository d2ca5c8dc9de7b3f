import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../layout/address.ts'
import { Form } from '../layout/form.tsx'
import { counted } from '../words/numbers.ts'
import { momentText, tookText } from '../words/time.ts'
import { Findings } from './finding-view.tsx'
import type { RunCall, RunFile } from './run-file.ts'

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
export function RunView({ run }: { run: RunFile }) {
  return (
    <section class="panel" aria-labelledby="run-title" id="run">
      <h2 id="run-title">Recorded run</h2>
      <RunFacts run={run} />
      {!run.isWhole && <p class="warn">The run was not ended properly, so it holds no findings.</p>}
      <Findings findings={run.findings} prefix={undefined} level={3} />
      <Calls calls={run.calls} />
      <p class="soft">
        To look at it as if it were live, run <code>npx sandgate open</code> with this file.
      </p>
    </section>
  )
}

function RunFacts({ run: { header, calls, findings } }: { run: RunFile }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Version', header.version ?? ''],
    ['Command', header.command ?? 'none'],
    ['Started', header.started_at === undefined ? '' : momentText(header.started_at)],
    ['Seed', String(header.seed ?? '')],
    ['Clock', header.clock == null ? 'real time' : momentText(header.clock)],
    ['Holds', `${counted(calls.length, 'request')}, ${counted(findings.length, 'finding')}`],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

function Calls({ calls }: { calls: readonly RunCall[] }) {
  const left = calls.length - ROWS
  return (
    <>
      <h3>Requests</h3>
      <div class="scroll" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th>World</th>
              <th>Request</th>
              <th>Answer</th>
              <th>Fault</th>
              <th class="number">Took</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
      {left > 0 && <p class="soft">{counted(left, 'later request')} not shown.</p>}
    </>
  )
}
