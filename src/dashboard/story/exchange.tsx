import { numberText } from '../../domain/money.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { Facts, type ShownFact } from '../parts/table.tsx'
import { Json } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { answerText, answerTone } from '../words/request.ts'
import { ruleText } from '../words/rule.ts'
import { type RuleLines, RuleLinks } from '../words/rule-links.tsx'
import { dateTimeText, exactClockTime, tookText } from '../words/time.ts'

interface ExchangeProps {
  /** Where its transaction is shown; undefined: it is there no more. */
  readonly place: Pick<Visit, 'prefix'> | undefined
  readonly request: RequestAnswer
  readonly explained?: ExplainAnswer | undefined
  /** Where its rules are written, on the pages of `rulesAt`. */
  readonly lines?: RuleLines | undefined
  /** Undefined: where its transaction is. */
  readonly rulesAt?: Pick<Visit, 'prefix'>
  /** Another attempt: what differs from it is marked. */
  readonly against?: RequestAnswer | undefined
}

/** One request, its answer, and the rules behind it. */
export function Exchange(props: ExchangeProps) {
  const { place, request, against } = props
  const { answer } = request
  return (
    <>
      <Facts facts={[...exchangeFacts({ place, request, against }), ...ruleFacts(props)]} />
      <Headers title="Request headers" headers={sentHeaders(request)} />
      {request.request.body !== null && (
        <>
          <h3>Request body</h3>
          <Json
            value={request.request.body}
            label={`Request body of ${request.id}`}
            against={against?.request.body ?? undefined}
          />
        </>
      )}
      <h3>Answer</h3>
      <Headers title="Answer headers" headers={answer.headers} />
      {answer.body === null ? (
        <p class="soft">The client got no body.</p>
      ) : (
        <Json
          value={answer.body}
          label={`Answer to ${request.id}`}
          against={against?.answer.body ?? undefined}
        />
      )}
      {answer.undelivered !== undefined && (
        <>
          <h3>The gateway's own answer, which the client never got</h3>
          <p class="warn">Status {answer.undelivered.status}</p>
          <Json value={answer.undelivered.body} label={`Undelivered answer to ${request.id}`} />
        </>
      )}
    </>
  )
}

function sentHeaders({ request }: RequestAnswer): Readonly<Record<string, string>> {
  const { headers, correlation_id } = request
  if (correlation_id === null) return headers
  return { ...headers, 'X-Correlation-Id': correlation_id }
}

/** Folded, because they are seldom what one looks for. */
function Headers({
  title,
  headers,
}: {
  title: string
  headers: RequestAnswer['answer']['headers']
}) {
  const lines = Object.entries(headers)
  if (lines.length === 0) return null
  return (
    <details class="fold headers">
      <summary>{title}</summary>
      <Facts facts={lines.map(([name, value]) => [name, value, { class: 'mono' }] as const)} />
    </details>
  )
}

function exchangeFacts({ place, request, against }: ExchangeProps): readonly ShownFact[] {
  const { method } = request.request
  const { audit } = request
  const answer = (
    <>
      <Marked text={answerText(request)} against={against && answerText(against)} />,{' '}
      {tookText(request.duration)}
    </>
  )
  const made = <Marked text={String(audit)} against={against && String(against.audit)} />
  const outcome = <Marked text={outcomeText(request)} against={against && outcomeText(against)} />
  const transaction = audit !== null && (
    <>
      {place === undefined ? (
        made
      ) : (
        <a href={pageAddress(place, `/transactions/${audit}`)}>{made}</a>
      )}{' '}
      {outcome}
    </>
  )
  return [
    [
      'Time',
      `${dateTimeText(request.at)}${exactClockTime(request.at).slice(8)}`,
      { title: `real time ${request.real_at}` },
    ],
    request.sender && ['Sent by', `the ${request.sender}, and not judged`],
    ['Request', `${method} ${addressText(request)}`, { class: 'mono' }],
    [
      'Correlation id',
      <Marked text={correlationText(request)} against={against && correlationText(against)} />,
      { class: 'mono' },
    ],
    ['Answer', answer, { class: answerTone(request) }],
    audit !== null && ['Transaction', transaction],
  ]
}

/** Marked where the other attempt says something else. */
function Marked({ text, against }: { text: string; against: string | undefined }) {
  const isSame = against === undefined || against === text
  return isSame ? <span>{text}</span> : <mark class="differs">{text}</mark>
}

function outcomeText({ outcome }: RequestAnswer): string {
  return outcome ?? ''
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

type NearRule = ExplainAnswer['tried'][number]

/** The one that lacked least: fewest conditions unmet, then most met. */
function nearestOf(tried: readonly NearRule[]): NearRule | undefined {
  const lacking = ({ failed, held }: NearRule) => failed * 1000 - held
  return tried.reduce<NearRule | undefined>(
    (best, one) => (best === undefined || lacking(one) < lacking(best) ? one : best),
    undefined,
  )
}

function ruleFacts(props: ExchangeProps): readonly ShownFact[] {
  const { request, explained, lines } = props
  // After a reset, what is still written can be linked.
  const isWritten = request.rules.every((id) => lines?.has(id))
  const place = props.place ?? (isWritten ? props.rulesAt : undefined)
  const nearest = nearestOf((explained?.tried ?? []).filter(({ id }) => ruleText(id) === id))
  const { unknown_members: unknown } = request.request
  const rules =
    request.rules.length === 0 ? (
      'none: it took its natural course'
    ) : place === undefined ? (
      request.rules.map(ruleText).join(', ')
    ) : (
      <RuleLinks visit={place} rules={request.rules} lines={lines} />
    )
  return [
    ['Rule', rules],
    nearest && ['Nearest rule that did not match', `${nearest.id}: ${nearest.reason}`],
    unknown.length > 0 && ['Ignored members', firstOf(unknown)],
  ]
}
