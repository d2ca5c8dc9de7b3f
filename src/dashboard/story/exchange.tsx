import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../layout/address.ts'
import { Json } from '../parts/json.tsx'
import { numberText } from '../words/numbers.ts'
import { answerText, answerTone } from '../words/request.ts'
import { ruleText } from '../words/rule.ts'
import { exactTimeText, momentText, tookText } from '../words/time.ts'

interface ExchangeProps {
  readonly visit: Visit
  readonly request: RequestAnswer
  readonly explained?: ExplainAnswer | undefined
  /** Another attempt: what differs from it is marked. */
  readonly against?: RequestAnswer | undefined
}

/** One request, its answer, and the rules behind it. */
export function Exchange({ visit, request, explained, against }: ExchangeProps) {
  const { answer, audit, duration } = request
  return (
    <>
      <dl class="facts">
        <dt>Time</dt>
        <dd title={`real time ${request.real_at}`}>
          {momentText(request.at)}
          {exactTimeText(request.at).slice(8)}
        </dd>
        {request.sender && (
          <>
            <dt>Sent by</dt>
            <dd>the {request.sender}, and not judged</dd>
          </>
        )}
        <dt>Request</dt>
        <dd class="mono">
          {request.request.method} {addressText(request)}
        </dd>
        <dt>Correlation id</dt>
        <dd class="mono">
          <Marked text={correlationText(request)} against={against && correlationText(against)} />
        </dd>
        <dt>Answer</dt>
        <dd class={answerTone(request)}>
          <Marked text={answerText(request)} against={against && answerText(against)} />,{' '}
          {tookText(duration)}
        </dd>
        {audit !== null && (
          <>
            <dt>Transaction</dt>
            <dd>
              <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a> {request.outcome}
            </dd>
          </>
        )}
        <Rules request={request} explained={explained} />
      </dl>
      {request.request.body !== null && (
        <>
          <h3>Request body</h3>
          <Json
            value={request.request.body}
            label="Request body"
            against={against?.request.body ?? undefined}
          />
        </>
      )}
      <h3>Answer</h3>
      {answer.body === null ? (
        <p class="soft">The client got no body.</p>
      ) : (
        <Json value={answer.body} label="Answer" against={against?.answer.body ?? undefined} />
      )}
    </>
  )
}

/** Marked where the other attempt says something else. */
function Marked({ text, against }: { text: string; against: string | undefined }) {
  const isSame = against === undefined || against === text
  return isSame ? <span>{text}</span> : <mark class="differs">{text}</mark>
}

function correlationText({ request }: RequestAnswer): string {
  return request.correlation_id ?? 'none'
}

function addressText({ request: { path, query } }: RequestAnswer): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

const MEMBERS = 20

/** `a, b and 30 more`. */
function firstOf(names: readonly string[]): string {
  const left = names.length - MEMBERS
  const shown = names.slice(0, MEMBERS).join(', ')
  return left > 0 ? `${shown} and ${numberText(left)} more` : shown
}

type Tried = ExplainAnswer['tried'][number]

/** The one that lacked least: fewest conditions unmet, then most met. */
function nearestOf(tried: readonly Tried[]): Tried | undefined {
  const lacking = ({ failed, held }: Tried) => failed * 1000 - held
  return tried.reduce<Tried | undefined>(
    (best, one) => (best === undefined || lacking(one) < lacking(best) ? one : best),
    undefined,
  )
}

function Rules({ request, explained }: Pick<ExchangeProps, 'request' | 'explained'>) {
  const nearest = nearestOf((explained?.tried ?? []).filter(({ id }) => ruleText(id) === id))
  return (
    <>
      <dt>Rule</dt>
      <dd>{request.rules.map(ruleText).join(', ') || 'none: it took its natural course'}</dd>
      {nearest !== undefined && (
        <>
          <dt>Nearest rule that did not match</dt>
          <dd>
            {nearest.id}: {nearest.reason}
          </dd>
        </>
      )}
      {request.request.unknown_members.length > 0 && (
        <>
          <dt>Ignored members</dt>
          <dd>{firstOf(request.request.unknown_members)}</dd>
        </>
      )}
    </>
  )
}
