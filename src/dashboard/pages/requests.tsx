import { MAX_ID } from '../../domain/identifier.ts'
import type {
  RequestAnswer,
  RequestsQuery,
  WaitingAnswer,
} from '../../http/contract/control/calls/requests.ts'
import { operations } from '../../scenario/rule.ts'
import { asked } from '../asked.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
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
import { numberHead, Table } from '../parts/table.tsx'
import { Amount, Clamped } from '../parts/text.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'
import { counted } from '../words/numbers.ts'
import { answerText, answerTone, operationText, paidIn } from '../words/request.ts'
import { RuleLinks } from '../words/rule-links.tsx'
import { dayOf, momentText, shortMomentText, timeText, tookText } from '../words/time.ts'
import { ROWS } from './payments/home.tsx'

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
    const { list, errors } = await listedOrWrong(asked(visit, 'requests', query))
    const { requests = [], waiting = [], next_cursor: next = null } = list ?? {}
    return page(
      { frame, title: 'Requests', section: 'Requests' },
      <>
        <div class="heading">
          <h1>Requests</h1>
          <WorldFilter frame={frame} />
        </div>
        <FilterForm visit={visit} path="/requests" fields={fields} errors={errors} />
        <Chips chips={chipsOf(visit, fields)} />
        {waiting.length > 0 && <StillWaiting waiting={waiting} />}
        <Requests frame={frame} requests={[...requests].reverse()} errors={errors} />
        <Pager visit={visit} next={next} older="Older requests" />
      </>,
    )
  },
}

interface RequestsProps {
  readonly frame: Frame
  /** Newest first. */
  readonly requests: readonly RequestAnswer[]
  readonly errors: FilterErrors
}

function Requests({ frame, requests, errors }: RequestsProps) {
  const { visit } = frame
  if (requests.length > 0) return <RequestTable frame={frame} requests={requests} />
  if (Object.keys(errors).length > 0) {
    return <p class="empty">Not searched: correct the marked field.</p>
  }
  if (chipsOf(visit, fields).length > 0) {
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

/** How many worlds have a link of their own; the current one always has. */
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
          {counted(worlds.length - shown.length, 'more world')}
        </a>
      )}
    </nav>
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
        <a class="row" href={pageAddress(visit, `/requests/${id}`)}>
          {id}
        </a>
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
      <td class="long">
        <RuleLinks visit={visit} rules={rules} />
      </td>
      <td class="number">{tookText(duration)}</td>
    </tr>
  )
}
