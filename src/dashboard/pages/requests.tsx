import { MAX_ID } from '../../domain/identifier.ts'
import type {
  RequestAnswer,
  RequestsQuery,
  WaitingAnswer,
} from '../../http/contract/control/calls/requests.ts'
import { operations } from '../../scenario/operations.ts'
import { callControl } from '../control-call.ts'
import { type Frame, type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import {
  Chips,
  chipsOf,
  choicesOf,
  type FilterErrors,
  type FilterField,
  FilterForm,
  filterQuery,
  listedOrWrong,
  Pager,
  paymentFields,
  TimeHint,
} from '../lists/filter.tsx'
import { requestColumns } from '../parts/request-columns.tsx'
import { Table } from '../parts/table.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'
import { countText } from '../words/numbers.ts'
import { RuleLinks } from '../words/rule-links.tsx'
import { tookText } from '../words/time.ts'

const fields: readonly FilterField[] = [
  { name: 'operation', label: 'Operation', choices: choicesOf(operations) },
  {
    name: 'answer',
    label: 'Answer',
    choices: [
      ['lost', 'lost'],
      ['answered', 'got an answer'],
    ],
  },
  { name: 'status', label: 'Status', size: 4, placeholder: '200' },
  ...paymentFields,
  { name: 'rule', label: 'Rule', size: 12 },
  { name: 'audit', label: 'Transaction', isHidden: true },
  { name: 'merchant', label: 'Merchant', isHidden: true },
]

export const requestsRoute: PageRoute = {
  path: '/requests',
  async show(frame) {
    const { visit } = frame
    const query: RequestsQuery = {
      ...filterQuery(frame, fields),
      // With a cursor, the newest come first, whatever the start.
      cursor: Number(visit.query.cursor) || MAX_ID,
      limit: ROWS,
    }
    const { list, errors } = await listedOrWrong(callControl(visit, 'requests', query))
    const { requests = [], waiting = [], next_cursor: next = null } = list ?? {}
    return renderPage(
      { frame, title: 'Requests', section: 'Requests' },
      <>
        <div class="heading">
          <h1>Requests</h1>
          <WorldFilter frame={frame} />
        </div>
        <FilterForm visit={visit} path="/requests" fields={fields} errors={errors} />
        <Chips chips={chipsOf(visit, fields)} />
        {waiting.length > 0 && <StillWaiting waiting={waiting} />}
        {requests.length === 0 ? (
          <NoRequests frame={frame} errors={errors} />
        ) : (
          <RequestTable frame={frame} requests={requests.toReversed()} />
        )}
        <Pager visit={visit} next={next} older="Older requests" />
      </>,
    )
  },
}

function NoRequests({ frame, errors }: { frame: Frame; errors: FilterErrors }) {
  if (Object.keys(errors).length > 0) {
    return <p class="empty">Not searched: correct the marked field.</p>
  }
  if (chipsOf(frame.visit, fields).length > 0) {
    return (
      <p class="empty">
        No request matches. The search box finds parts of references and ids, in all worlds.
        <TimeHint {...frame} />
      </p>
    )
  }
  return (
    <p class="empty">
      No requests yet. Every call of the gateway and the vault is listed here as it comes.
    </p>
  )
}

const MOST_WAITING = 5

/** A request gets its number and its row when its answer is over; until then it is shown here. */
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
      {more > 0 && <p>{countText(more, 'more request')} without an answer yet.</p>}
    </section>
  )
}

/** How many worlds have a link here; the current one always has. */
const WORLDS = 8

function WorldFilter({ frame: { visit, worlds } }: { frame: Frame }) {
  if (worlds.length < 2) return null
  const others = worlds.filter((name) => name !== visit.world)
  const shown = [visit.world, ...others.slice(0, WORLDS - 1)]
  return (
    <nav class="filter" aria-label="World">
      {shown.map((name) => (
        <a
          href={pageAddress(worldPlace(name), '/requests')}
          aria-current={name === visit.world ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
      {worlds.length > shown.length && (
        <a href={pageAddress(visit, '/worlds')}>
          {countText(worlds.length - shown.length, 'more world')}
        </a>
      )}
    </nav>
  )
}

function RequestTable({ frame, requests }: { frame: Frame; requests: readonly RequestAnswer[] }) {
  const { visit, clock } = frame
  return (
    <Table
      rows={requests}
      columns={[
        [
          '#',
          ({ id }) => (
            <a class="row" href={pageAddress(visit, `/requests/${id}`)}>
              {id}
            </a>
          ),
          'number',
        ],
        ...requestColumns(clock.now),
        [
          'Outcome',
          ({ outcome, audit }) => (
            <>
              {outcome}{' '}
              {audit !== null && <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a>}
            </>
          ),
          'tight',
        ],
        ['Rule', ({ rules }) => <RuleLinks visit={visit} rules={rules} />, 'long'],
        ['Took', ({ duration }) => tookText(duration), 'number'],
      ]}
      row={({ id }) => ({
        id: `request-${id}`,
        'data-curl': pageAddress(visit, `/copy/requests/${id}`),
      })}
      class="broad"
    />
  )
}
