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
  /** Where its transaction is shown; undefined if it no longer exists. */
  readonly place: Pick<Visit, 'prefix'> | undefined
  readonly request: RequestAnswer
  readonly explained?: ExplainAnswer | undefined
  /** Where its rules are written, on the pages of `rulesAt`. */
  readonly lines?: RuleLines | undefined
  /** Undefined: where its transaction is. */
  readonly rulesAt?: Pick<Visit, 'prefix'>
  /** Another attempt, to mark the differences. */
  readonly against?: RequestAnswer | undefined
}

/** One request, its answer, and the rules behind it. */
export function Exchange(props: ExchangeProps) {
  const { place, request, against } = props
  const { answer } = request
  const { headers, correlation_id: id } = request.request
  const sent = id === null ? headers : { ...headers, 'X-Correlation-Id': id }
  return (
    <>
      <Facts facts={[...exchangeFacts({ place, request, against }), ...ruleFacts(props)]} />
      <Headers title="Request headers" headers={sent} />
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
      {answer.body === null && <p class="soft">The client got no body.</p>}
      {answer.body !== null && (
        <Json
          value={answer.body}
          label={`Answer to ${request.id}`}
          against={against?.answer.body ?? against?.answer.undelivered?.body ?? undefined}
        />
      )}
      {answer.undelivered !== undefined && (
        <>
          <h3>The gateway's own answer, which the client never got</h3>
          <p class="warn">Status {answer.undelivered.status}</p>
          <Json
            value={answer.undelivered.body}
            label={`Undelivered answer to ${request.id}`}
            against={against?.answer.undelivered?.body ?? against?.answer.body ?? undefined}
          />
        </>
      )}
    </>
  )
}

/** Folded, because they are seldom what one looks for. */
function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
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
  const { audit } = request
  /** Marked if the other attempt has something else there. */
  const marked = (textOf: (one: RequestAnswer) => string) => {
    const text = textOf(request)
    const isSame = against === undefined || textOf(against) === text
    return isSame ? <span>{text}</span> : <mark class="differs">{text}</mark>
  }
  const made = marked((one) => String(one.audit))
  return [
    [
      'Time',
      `${dateTimeText(request.at)}${exactClockTime(request.at).slice(8)}`,
      { title: `real time ${request.real_at}` },
    ],
    request.sender && ['Sent by', `the ${request.sender}, and not judged`],
    ['Request', `${request.request.method} ${addressText(request)}`, { class: 'mono' }],
    ['Correlation id', marked((one) => one.request.correlation_id ?? 'none'), { class: 'mono' }],
    [
      'Answer',
      <>
        {marked(answerText)}, {tookText(request.duration)}
      </>,
      { class: answerTone(request) },
    ],
    audit !== null && [
      'Transaction',
      <>
        {place === undefined ? (
          made
        ) : (
          <a href={pageAddress(place, `/transactions/${audit}`)}>{made}</a>
        )}{' '}
        {marked(({ outcome }) => outcome ?? '')}
      </>,
    ],
  ]
}

function addressText({ request: { path, query } }: RequestAnswer): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

const MEMBERS = 20

function ruleFacts(props: ExchangeProps): readonly ShownFact[] {
  const { request, explained, lines } = props
  // After a reset, what is still written can be linked.
  const isWritten = request.rules.every((id) => lines?.has(id))
  const place = props.place ?? (isWritten ? props.rulesAt : undefined)
  // A rule with more than one unmet condition is not near.
  const near = (explained?.tried ?? []).filter(
    ({ id, failed }) => failed < 2 && ruleText(id) === id,
  )
  const [nearest] = near.sort((one, other) => other.held - one.held)
  const { unknown_members: unknown } = request.request
  const rules =
    request.rules.length === 0 ? (
      'none: the gateway answered as usual'
    ) : place === undefined ? (
      request.rules.map(ruleText).join(', ')
    ) : (
      <RuleLinks visit={place} rules={request.rules} lines={lines} />
    )
  return [
    ['Rule', rules],
    nearest && ['Nearest rule that did not match', `${nearest.id}: ${nearest.reason}`],
    unknown.length > 0 && [
      'Ignored members',
      unknown.length > MEMBERS
        ? `${unknown.slice(0, MEMBERS).join(', ')} and ${numberText(unknown.length - MEMBERS)} more`
        : unknown.join(', '),
    ],
  ]
}
