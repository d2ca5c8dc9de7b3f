import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { curlText } from '../../insight/copied-request.ts'
import { shells } from '../../insight/shell-line.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Exchange } from '../story/exchange.tsx'
import { RequestActions } from '../story/request-actions.tsx'
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
        <div class="heading">
          <h1>
            Request {request.id}: {operationText(request)}
          </h1>
          <RequestActions place={frame.visit} request={request}>
            {request.story !== null && (
              <a
                class="button"
                href={pageAddress(frame.visit, `/stories/${request.story}`, { step: request.id })}
              >
                Its payment
              </a>
            )}
          </RequestActions>
        </div>
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
