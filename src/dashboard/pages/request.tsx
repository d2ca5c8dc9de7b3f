import type { RequestDetailAnswer } from '../../http/contract/control/calls/requests.ts'
import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { curlText } from '../../insight/copied-request.ts'
import { type Shell, shells } from '../../insight/shell-line.ts'
import { callControl } from '../control-call.ts'
import { againRule } from '../copying/story-rules.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Exchange } from '../story/exchange.tsx'
import { pageAddress } from '../words/address.ts'
import { operationText } from '../words/request.ts'
import { ruleLines } from './scenarios/scenario-text.tsx'

export const requestRoute: PageRoute = {
  path: '/requests/{id}',
  async show(frame, { id = '' }) {
    const request = await callControl(frame.visit, 'request', id)
    const [explained, lines] = await Promise.all([
      explainedRequest(frame.visit, request.id),
      ruleLines(frame.visit, request.rules),
    ])
    return renderPage(
      { frame, title: `Request ${request.id}`, section: 'Requests' },
      <>
        <RequestHead visit={frame.visit} request={request} />
        <section
          data-curl={pageAddress(frame.visit, `/copy/requests/${request.id}`)}
          class="panel"
          aria-labelledby="exchange-title"
        >
          <h2 id="exchange-title">What was said</h2>
          <Exchange place={frame.visit} request={request} explained={explained} lines={lines} />
        </section>
      </>,
    )
  },
}

/** The request as a command line to copy. */
export const curlRoute: PageRoute = {
  path: '/copy/requests/{id}',
  async text(visit, { id = '' }) {
    const request = await callControl(visit, 'request', id)
    const shell = shells.find((name) => name === visit.query.shell)
    return curlText(request, `${visit.origin}${visit.prefix}`, String(Date.now()), shell)
  },
}

/** The rules that matched, and the nearest that did not; undefined if that is not known. */
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

function RequestHead({ visit, request }: { visit: Visit; request: RequestDetailAnswer }) {
  const { id, story } = request
  return (
    <div class="heading">
      <h1>
        Request {id}: {operationText(request)}
      </h1>
      <div class="buttons">
        {story !== null && (
          <a class="button" href={pageAddress(visit, `/stories/${story}`, { step: id })}>
            Its payment
          </a>
        )}
        {copies.map(({ shell, text, label }) => (
          <button
            type="button"
            class="needs-script"
            aria-label={label}
            title={label}
            data-copy-address={pageAddress(visit, `/copy/requests/${id}`, { shell })}
          >
            {text}
          </button>
        ))}
        {!visit.isReadOnly && (
          <a
            class="button"
            href={`${pageAddress(visit, '/scenarios', { rule: againRule(request) })}#rule-text`}
          >
            Make this happen again
          </a>
        )}
      </div>
    </div>
  )
}
