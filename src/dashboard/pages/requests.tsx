import { curlText } from '../../base/text/copied-request.ts'
import { counted } from '../../base/text/counted.ts'
import { shells } from '../../base/text/shell-line.ts'
import type { WaitingResponse } from '../../control/contract/calls/requests.ts'
import type { InputOf } from '../../control/control-calls.ts'
import { operationText } from '../../control/facts/request-words.ts'
import { requestFilters } from '../../control/lists/lists.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { callControl } from '../control-call.ts'
import { type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { filterFields, filterQuery, listedOrWrong, listPage } from '../lists/filter.tsx'
import { requestColumns } from '../parts/records.tsx'
import { Panel, Table } from '../parts/table.tsx'
import { buttonLink } from '../parts/text.tsx'
import { ExchangeView, RequestActions } from '../payment/exchange.tsx'
import { pageAddress } from '../words/address.ts'
import { ruleLines } from '../words/rule.tsx'

const fields = filterFields(requestFilters)

export const requestsRoute: PageRoute = {
  path: '/requests',
  async show(frame) {
    const { visit } = frame
    const query: InputOf<'requests'> = {
      ...filterQuery(frame, fields),
      // After a last entry, the newest come first, whatever the start.
      after: Number(visit.query.after) || MAX_ID,
      limit: ROWS,
    }
    const { list, errors } = await listedOrWrong(callControl(visit, 'requests', query))
    const { requests = [], waiting = [], next = null } = list ?? {}
    return listPage({
      frame,
      title: 'Requests',
      section: 'Requests',
      fields,
      errors,
      next,
      aside: waiting.length > 0 && <StillWaiting waiting={waiting} />,
      list: requests.length > 0 && (
        <Table
          rows={requests.toReversed()}
          columns={requestColumns({
            linkBase: () => visit,
            page: ({ id }) => pageAddress(visit, `/requests/${id}`),
            now: frame.clock.now,
          })}
          row={({ id }) => ({
            id: `request-${id}`,
            'data-curl': pageAddress(visit, `/copy/requests/${id}`),
          })}
        />
      ),
      empty:
        'No requests yet. Every request to the gateway and the vault appears here as it arrives.',
      older: 'Older requests',
    })
  },
}

/** A request gets its number and its row when its answer is over; until then it is shown here. */
function StillWaiting({ waiting }: { waiting: readonly WaitingResponse[] }) {
  const [first] = waiting
  const what = first?.operation?.replaceAll('_', ' ') ?? `${first?.method} ${first?.path}`
  return (
    <p class="caution" id="waiting" role="status">
      {counted(waiting.length, 'request')} without a response yet: {what}{' '}
      <span class="mono">{first?.correlation_id}</span>, its client{' '}
      {first?.left ? 'has stopped waiting' : 'is waiting'}
      {waiting.length > 1 && ', and others'}.
    </p>
  )
}

export const requestRoute: PageRoute = {
  path: '/requests/{id}',
  async show(frame, { id = '' }) {
    const { visit } = frame
    const request = await callControl(visit, 'request', id)
    const { id: step, rules } = request
    const lines = await ruleLines(visit, rules)
    return renderPage(
      { frame, title: `Request ${step}`, section: 'Requests' },
      <>
        <div class="heading">
          <h1>
            Request {step}: {operationText(request)}
          </h1>
          <RequestActions linkBase={visit} request={request}>
            {request.payment !== null &&
              buttonLink(
                pageAddress(visit, `/payments/${request.payment}`, { step }),
                'Its payment',
              )}
          </RequestActions>
        </div>
        <div data-curl={pageAddress(visit, `/copy/requests/${step}`)}>
          <Panel id="exchange" title="Request and response">
            <ExchangeView linkBase={visit} {...{ request, lines }} />
          </Panel>
        </div>
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
