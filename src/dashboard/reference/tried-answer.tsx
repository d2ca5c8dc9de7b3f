import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../layout/address.ts'
import { Json } from '../parts/json.tsx'
import { ruleText } from '../words/rule.ts'
import { tookText } from '../words/time.ts'

/** What came of a request that was tried: the answer first, then what the sandbox knows of it. */
export function TriedAnswer({ visit, tried }: { visit: Visit; tried: RequestAnswer }) {
  const { id, answer, audit, outcome, rule, duration } = tried
  const title = `try-${visit.query.operation}-answer`
  return (
    <section class="stack" aria-labelledby={title} role="status">
      <h4 id={title}>
        Answer: {answer.status === null ? 'none' : `HTTP ${answer.status}`}
        <span class="soft"> in {tookText(duration)}</span>
      </h4>
      {answer.body !== null && <Json value={answer.body} label="What came back" />}
      {answer.body === null && <p class="soft">The client got no body.</p>}
      <p class="small-print">
        {audit !== null && (
          <span>
            Transaction <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a> {outcome}
          </span>
        )}
        {rule !== null && <span>Rule {ruleText(rule)}</span>}
        <a href={pageAddress(visit, `/requests/${id}`)}>In the journal</a>
      </p>
    </section>
  )
}
