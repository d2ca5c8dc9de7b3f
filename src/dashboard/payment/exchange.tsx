import type { PropsWithChildren } from 'hono/jsx'
import type { Shell } from '../../base/text/shell-line.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { factsOfRequest } from '../../control/facts/facts.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { againRule } from '../copying/payment-rules.ts'
import { shownFacts } from '../parts/facts.tsx'
import { FactList } from '../parts/table.tsx'
import { buttonLink, Json } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import type { RuleLines } from '../words/rule.tsx'

interface ExchangeProps {
  /** Where its transaction is shown; undefined if it no longer exists. */
  readonly linkBase: Pick<Visit, 'prefix'> | undefined
  readonly request: RequestResponse
  /** Where its rules are written, on the pages of `rulesAt`. */
  readonly lines?: RuleLines | undefined
  /** Undefined: where its transaction is. */
  readonly rulesAt?: Pick<Visit, 'prefix'>
  /** Another attempt, to mark the differences. */
  readonly against?: RequestResponse | undefined
  /** The only part to show. */
  readonly part?: ExchangePart
}

/** The parts of an exchange that a page shows one at a time. */
export type ExchangePart = 'response' | 'request' | 'headers'

/** One request, its answer, and the rules behind it. */
export function ExchangeView(props: ExchangeProps) {
  const { request, against } = props
  const { response } = request
  const { headers, correlation_id: id, body } = request.request
  const sent = id === null ? headers : { ...headers, 'X-Correlation-Id': id }
  const { lost_response: other = null, body: got = null } = against?.response ?? {}
  const { linkBase, lines, part, rulesAt = linkBase } = props
  // After a reset, what is still written can be linked.
  const isWritten = request.rules.every((id) => lines?.has(id))
  const written = linkBase ?? (isWritten ? rulesAt : undefined)
  const facts = shownFacts(factsOfRequest(request), {
    linkBase,
    against: against && factsOfRequest(against),
    lines,
    rulesAt: written,
  })
  const shows = (one: ExchangePart) => part === undefined || part === one
  return (
    <>
      {shows('response') && <FactList facts={facts} />}
      {shows('headers') && (
        <Headers title="Request headers" headers={sent} isOpen={part === 'headers'} />
      )}
      {shows('request') && body !== null && (
        <>
          <h3>Request body</h3>
          <Json
            value={body}
            label={`Request body of ${request.id}`}
            against={against?.request.body}
          />
        </>
      )}
      {shows('headers') && (
        <Headers title="Response headers" headers={response.headers} isOpen={part === 'headers'} />
      )}
      {shows('response') && (
        <>
          <h3>Response</h3>
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
      )}
    </>
  )
}

/** A command is quoted for the shell that it is pasted into. */
const copies: readonly (readonly [shell: Shell, text: string, label: string])[] = [
  ['sh', 'Copy as cURL', 'Copy as cURL'],
  ['powershell', '… PowerShell', 'Copy as cURL for PowerShell'],
]

type ActionsProps = { linkBase: Pick<Visit, 'prefix' | 'isReadOnly'>; request: RequestResponse }

/** What can be done with a request in its world, after the links of its page. */
export function RequestActions({ linkBase, request, children }: PropsWithChildren<ActionsProps>) {
  const again = pageAddress(linkBase, '/scenarios', { rule: againRule(request) })
  return (
    <div class="buttons">
      {children}
      {copies.map(([shell, text, label]) => (
        <button
          type="button"
          class="needs-script"
          aria-label={label}
          title={label}
          data-copy-address={pageAddress(linkBase, `/copy/requests/${request.id}`, { shell })}
        >
          {text}
        </button>
      ))}
      {!linkBase.isReadOnly && buttonLink(`${again}#rule`, 'Make this happen again')}
    </div>
  )
}

interface HeadersProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly isOpen: boolean
}

/** Folded where they are not what one looks for. */
function Headers({ title, headers, isOpen }: HeadersProps) {
  const facts = Object.entries(headers).map((line) => [...line, { class: 'mono' }] as const)
  if (facts.length === 0) return null
  return (
    <details class="fold" open={isOpen}>
      <summary>{title}</summary>
      <FactList facts={facts} />
    </details>
  )
}
