import type { RequestDetailAnswer } from '../../http/contract/control/calls/requests.ts'
import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { curlText } from '../../insight/copied-request.ts'
import { type Shell, shells } from '../../insight/shell-line.ts'
import { asked } from '../asked.ts'
import { againRule } from '../copying/story-rules.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { Exchange } from '../story/exchange.tsx'
import { pageAddress } from '../words/address.ts'
import { operationText } from '../words/request.ts'
import type { RuleLines } from '../words/rule-links.tsx'
import { ruleLines } from './scenarios/scenario-text.tsx'

export const requestRoute: PageRoute = {
  path: '/requests/{id}',
  async show(frame, { id = '' }) {
    const request = await asked(frame.visit, 'request', id)
    const [explained, lines] = await Promise.all([
      explainedRequest(frame.visit, request.id),
      ruleLines(frame.visit, request.rules),
    ])
    const title = `Request ${request.id}`
    return page(
      { frame, title, section: 'Requests' },
      <OneRequest frame={frame} request={request} explained={explained} lines={lines} />,
    )
  },
}

/** The request as a command line to copy. */
export const curlRoute: PageRoute = {
  path: '/copy/requests/{id}',
  async text(visit, { id = '' }) {
    const request = await asked(visit, 'request', id)
    const shell = shells.find((name) => name === visit.query.shell)
    return curlText(request, `${visit.origin}${visit.prefix}`, String(Date.now()), shell)
  },
}

/** Which rules shaped it, and the nearest that did not; nothing where that cannot be told. */
export async function explainedRequest(
  visit: Visit,
  id: number,
): Promise<ExplainAnswer | undefined> {
  const { status, body } = await visit.ask({
    method: 'POST',
    path: '/scenarios/explain',
    body: { request: id },
  })
  return status < 400 ? (body as ExplainAnswer) : undefined
}

/** A command is quoted for the shell that it is pasted into. */
const copies: readonly { shell: Shell; text: string; label: string }[] = [
  { shell: 'sh', text: 'Copy as cURL', label: 'Copy as cURL' },
  { shell: 'powershell', text: '… PowerShell', label: 'Copy as cURL for PowerShell' },
  { shell: 'cmd', text: '… cmd', label: 'Copy as cURL for cmd.exe' },
]

interface RequestProps {
  readonly frame: Frame
  readonly request: RequestDetailAnswer
  readonly explained: ExplainAnswer | undefined
  readonly lines: RuleLines
}

function OneRequest({ frame: { visit }, request, explained, lines }: RequestProps) {
  const again = againRule(request)
  return (
    <>
      <div class="heading">
        <h1>
          Request {request.id}: {operationText(request)}
        </h1>
        <div class="buttons">
          {request.story !== null && (
            <a
              class="button"
              href={pageAddress(visit, `/stories/${request.story}`, { step: request.id })}
            >
              Its payment
            </a>
          )}
          {copies.map(({ shell, text, label }) => (
            <button
              type="button"
              class="needs-script"
              aria-label={label}
              title={label}
              data-copy-address={pageAddress(visit, `/copy/requests/${request.id}`, { shell })}
            >
              {text}
            </button>
          ))}
          {!visit.isReadOnly && (
            <a
              class="button"
              href={`${pageAddress(visit, '/scenarios', { rule: again })}#rule-text`}
            >
              Make this happen again
            </a>
          )}
        </div>
      </div>
      <section
        data-curl={pageAddress(visit, `/copy/requests/${request.id}`)}
        class="panel"
        aria-labelledby="exchange-title"
      >
        <h2 id="exchange-title">What was said</h2>
        <Exchange place={visit} request={request} explained={explained} lines={lines} />
      </section>
    </>
  )
}
