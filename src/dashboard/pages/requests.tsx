import type {
  RequestAnswer,
  RequestListAnswer,
  WaitingAnswer,
} from '../../http/contract/control/calls/requests.ts'
import { operations } from '../../scenario/rule.ts'
import { asked } from '../asked.ts'
import { pageAddress } from '../layout/address.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { numberHead, Table } from '../parts/table.tsx'
import { Amount, Clamped } from '../parts/text.tsx'
import { counted } from '../words/numbers.ts'
import { answerText, answerTone, operationText, paidIn } from '../words/request.ts'
import { ruleText } from '../words/rule.ts'
import { dayOf, momentText, shortMomentText, timeText, tookText } from '../words/time.ts'
import { ROWS } from './payments/home.tsx'

/** The last four have no field: links lead to them. */
const filters = [
  'operation',
  'status',
  'correlation_id',
  'audit',
  'reference',
  'rule',
  'merchant',
] as const

export const requestsRoute: PageRoute = {
  path: '/requests',
  async show(frame) {
    const given = filters.flatMap((name) => {
      const value = frame.visit.query[name]?.trim()
      return value ? [[name, value] as const] : []
    })
    // One more than is shown says whether there are more.
    const query = { ...Object.fromEntries(given), limit: String(ROWS + 1) }
    const listed = await asked<RequestListAnswer>(frame.visit, { path: '/requests', query })
    return page(
      { frame, title: 'Requests', section: 'Requests' },
      <Requests frame={frame} listed={listed} />,
    )
  },
}

function Requests({ frame, listed }: { frame: Frame; listed: RequestListAnswer }) {
  const { requests, waiting = [] } = listed
  const newestFirst = [...requests].reverse().slice(0, ROWS)
  return (
    <>
      <div class="heading">
        <h1>Requests</h1>
        <Filter frame={frame} />
      </div>
      {waiting.length > 0 && <StillWaiting waiting={waiting} />}
      {newestFirst.length === 0 ? (
        <p class="empty">
          {isFiltered(frame) ? 'No request matches.' : 'No requests yet.'} Every call of the gateway
          and the vault is listed here as it comes.
        </p>
      ) : (
        <RequestTable frame={frame} requests={newestFirst} />
      )}
      {requests.length > ROWS && (
        <p class="soft more">{leftText(frame, newestFirst)} not shown: use the filter.</p>
      )}
    </>
  )
}

function isFiltered({ visit }: Frame): boolean {
  return filters.some((name) => visit.query[name])
}

const MOST_WAITING = 5

/** A request is numbered and listed when its answer is over; until then it is told here. */
function StillWaiting({ waiting }: { waiting: readonly WaitingAnswer[] }) {
  const more = waiting.length - MOST_WAITING
  return (
    <section class="caution" aria-label="Waiting for an answer" id="waiting">
      {waiting.slice(0, MOST_WAITING).map((call) => (
        <p>
          {call.operation?.replaceAll('_', ' ') ?? `${call.method} ${call.path}`}{' '}
          {call.correlation_id && <span class="mono">{call.correlation_id}</span>} has no answer
          yet; its client {call.left ? 'has stopped waiting' : 'is waiting'}.
        </p>
      ))}
      {more > 0 && <p>{counted(more, 'more request')} without an answer yet.</p>}
    </section>
  )
}

/** Ids count up from one; with a filter, nobody knows how many more would match. */
function leftText(frame: Frame, shown: readonly RequestAnswer[]): string {
  const oldest = shown.at(-1)?.id ?? 1
  return isFiltered(frame) ? 'Older requests that match are' : counted(oldest - 1, 'older request')
}

function Filter({ frame: { visit, worlds } }: { frame: Frame }) {
  const { query } = visit
  return (
    <form method="get" action={pageAddress(visit, '/requests')} class="fields" id="filter">
      <div class="field">
        <label for="operation">Operation</label>
        <select id="operation" name="operation">
          <option value="">any</option>
          {operations.map((name) => (
            <option value={name} selected={query.operation === name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="status">Status</label>
        <input id="status" name="status" size={5} inputmode="numeric" value={query.status ?? ''} />
      </div>
      <div class="field">
        <label for="correlation_id">Correlation id</label>
        <input
          id="correlation_id"
          name="correlation_id"
          data-filter
          value={query.correlation_id ?? ''}
        />
      </div>
      <button type="submit">Filter</button>
      {worlds.length > 1 && (
        <nav class="filter" aria-label="World">
          {worlds.slice(0, 8).map((name) => (
            <a
              href={pageAddress({ prefix: name === 'default' ? '' : `/w/${name}` }, '/requests')}
              aria-current={name === visit.world ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
    </form>
  )
}

function RequestTable({ frame, requests }: { frame: Frame; requests: readonly RequestAnswer[] }) {
  return (
    <Table
      heads={[
        numberHead('#'),
        'Time',
        'Operation',
        'Reference',
        numberHead('Amount'),
        'Answer',
        'Outcome',
        'Rule',
        numberHead('Took'),
      ]}
      class="broad"
    >
      {requests.map((request) => (
        <RequestRow frame={frame} request={request} />
      ))}
    </Table>
  )
}

function RequestRow({
  frame: { visit, clock },
  request,
}: {
  frame: Frame
  request: RequestAnswer
}) {
  const { id, at, real_at, audit, outcome, rules, duration } = request
  const { reference, cents, currency } = paidIn(request)
  return (
    <tr id={`request-${id}`} data-curl={pageAddress(visit, `/copy/requests/${id}`)}>
      <td class="number">
        <a href={pageAddress(visit, `/requests/${id}`)}>{id}</a>
      </td>
      <td class="tight" title={`${momentText(at)}; real time ${real_at}`}>
        {dayOf(at) === dayOf(clock.now) ? timeText(at) : shortMomentText(at)}
      </td>
      <td class="tight">
        {operationText(request)} {request.sender && <span class="tag">{request.sender}</span>}
      </td>
      <td class="long own-line">{reference && <Clamped text={reference} />}</td>
      <td class="number">{cents !== undefined && <Amount cents={cents} currency={currency} />}</td>
      <td class={`tight ${answerTone(request)}`} data-label="Answer">
        {answerText(request)}
      </td>
      <td class="tight">
        {outcome}
        {audit !== null && (
          <>
            {' '}
            <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a>
          </>
        )}
      </td>
      <td class="long">{rules.map(ruleText).join(', ')}</td>
      <td class="number">{tookText(duration)}</td>
    </tr>
  )
}
