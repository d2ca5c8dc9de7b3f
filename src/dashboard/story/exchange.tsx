import type { PropsWithChildren } from 'hono/jsx'
import { numberText } from '../../domain/money.ts'
import type { RequestResponse } from '../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { Shell } from '../../insight/shell-line.ts'
import { againRule } from '../copying/story-rules.ts'
import { Facts, type ShownFact } from '../parts/table.tsx'
import { buttonLink, Json } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { answerText, answerTone } from '../words/request.ts'
import { type RuleLines, RuleLinks, ruleText } from '../words/rule.tsx'
import { dateTimeText, exactClockTime, tookText } from '../words/time.ts'

interface ExchangeProps {
  /** Where its transaction is shown; undefined if it no longer exists. */
  readonly place: Pick<Visit, 'prefix'> | undefined
  readonly request: RequestResponse
  /** Where its rules are written, on the pages of `rulesAt`. */
  readonly lines?: RuleLines | undefined
  /** Undefined: where its transaction is. */
  readonly rulesAt?: Pick<Visit, 'prefix'>
  /** Another attempt, to mark the differences. */
  readonly against?: RequestResponse | undefined
}

/** One request, its answer, and the rules behind it. */
export function Exchange(props: ExchangeProps) {
  const { request, against } = props
  const { response } = request
  const { headers, correlation_id: id, body } = request.request
  const sent = id === null ? headers : { ...headers, 'X-Correlation-Id': id }
  const { lost_response: other = null, body: got = null } = against?.response ?? {}
  return (
    <>
      <Facts facts={[...exchangeFacts(props), ...ruleFacts(props)]} />
      <Headers title="Request headers" headers={sent} />
      {body !== null && (
        <>
          <h3>Request body</h3>
          <Json
            value={body}
            label={`Request body of ${request.id}`}
            against={against?.request.body}
          />
        </>
      )}
      <h3>Response</h3>
      <Headers title="Response headers" headers={response.headers} />
      {response.body === null ? (
        <p class="soft">The client got no body.</p>
      ) : (
        <Json
          value={response.body}
          label={`Response to ${request.id}`}
          against={got ?? other?.body}
        />
      )}
      {response.lost_response !== undefined && (
        <>
          <h3>The gateway's own response, which the client never got</h3>
          <p class="warn">Status {response.lost_response.status}</p>
          <Json
            value={response.lost_response.body}
            label={`Lost response to ${request.id}`}
            against={other?.body ?? got}
          />
        </>
      )}
    </>
  )
}

/** A command is quoted for the shell that it is pasted into. */
const copies: readonly (readonly [shell: Shell, text: string, label: string])[] = [
  ['sh', 'Copy as cURL', 'Copy as cURL'],
  ['powershell', '… PowerShell', 'Copy as cURL for PowerShell'],
  ['cmd', '… cmd', 'Copy as cURL for cmd.exe'],
]

type ActionsProps = { place: Pick<Visit, 'prefix' | 'isReadOnly'>; request: RequestResponse }

/** What can be done with a request in its world, after the links of its page. */
export function RequestActions({ place, request, children }: PropsWithChildren<ActionsProps>) {
  const again = pageAddress(place, '/scenarios', { rule: againRule(request) })
  return (
    <div class="buttons">
      {children}
      {copies.map(([shell, text, label]) => (
        <button
          type="button"
          class="needs-script"
          aria-label={label}
          title={label}
          data-copy-address={pageAddress(place, `/copy/requests/${request.id}`, { shell })}
        >
          {text}
        </button>
      ))}
      {!place.isReadOnly && buttonLink(`${again}#rule-text`, 'Make this happen again')}
    </div>
  )
}

/** Folded, because they are seldom what one looks for. */
function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  const facts = Object.entries(headers).map((line) => [...line, { class: 'mono' }] as const)
  if (facts.length === 0) return null
  return (
    <details class="fold">
      <summary>{title}</summary>
      <Facts facts={facts} />
    </details>
  )
}

function exchangeFacts({ place, request, against }: ExchangeProps): readonly ShownFact[] {
  const { audit } = request
  /** Marked if the other attempt has something else there. */
  const marked = (textOf: (one: RequestResponse) => string) => {
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
      'Response',
      <>
        {marked(answerText)}, {tookText(request.duration)}
      </>,
      { class: answerTone(request) },
    ],
    request.sandbox_failure !== undefined && [
      'Not judged',
      `The sandbox itself failed: ${request.sandbox_failure}`,
    ],
    audit !== null && [
      'Transaction',
      <>
        {place ? <a href={pageAddress(place, `/transactions/${audit}`)}>{made}</a> : made}{' '}
        {marked(({ outcome }) => outcome ?? '')}
      </>,
    ],
  ]
}

function addressText({ request: { path, query } }: RequestResponse): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

const MEMBERS = 20

function ruleFacts(props: ExchangeProps): readonly ShownFact[] {
  const { request, lines } = props
  // After a reset, what is still written can be linked.
  const isWritten = request.rules.every((id) => lines?.has(id))
  const place = props.place ?? (isWritten ? props.rulesAt : undefined)
  const [near] = request.nearest ?? []
  const { unknown_fields: unknown } = request.request
  const left = unknown.length - MEMBERS
  const more = left > 0 ? ` and ${numberText(left)} more` : ''
  const rules =
    request.rules.length === 0 ? (
      'none: the gateway responded as usual'
    ) : place === undefined ? (
      request.rules.map(ruleText).join(', ')
    ) : (
      <RuleLinks visit={place} rules={request.rules} lines={lines} />
    )
  return [
    ['Rule', rules],
    near && ['Nearest rule that did not match', `${ruleText(near.rule)}: ${near.reason}`],
    unknown.length > 0 && ['Ignored fields', `${unknown.slice(0, MEMBERS).join(', ')}${more}`],
  ]
}
