import { MAX_ID } from '../../domain/identifier.ts'
import type { RequestAnswer, WaitingAnswer } from '../../http/contract/control/calls/requests.ts'
import type { InputOf } from '../../http/control/control-calls.ts'
import { operations } from '../../scenario/operations.ts'
import { callControl } from '../control-call.ts'
import { type Frame, type PageRoute, ROWS } from '../layout/frame.ts'
import {
  choicesOf,
  type FilterField,
  filterQuery,
  listedOrWrong,
  listPage,
  paymentFields,
} from '../lists/filter.tsx'
import { requestColumns } from '../parts/request-columns.tsx'
import { Table } from '../parts/table.tsx'
import { pageAddress } from '../words/address.ts'
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
      ['answered', 'answered'],
    ],
  },
  { name: 'status', label: 'Status', size: 4, placeholder: '200' },
  ...paymentFields,
  { name: 'rule', label: 'Rule', size: 9 },
  { name: 'audit', label: 'Transaction', isHidden: true },
  { name: 'merchant', label: 'Merchant', isHidden: true },
]

export const requestsRoute: PageRoute = {
  path: '/requests',
  async show(frame) {
    const { visit } = frame
    const query: InputOf<'requests'> = {
      ...filterQuery(frame, fields),
      // With a cursor, the newest come first, whatever the start.
      cursor: Number(visit.query.cursor) || MAX_ID,
      limit: ROWS,
    }
    const { list, errors } = await listedOrWrong(callControl(visit, 'requests', query))
    const { requests = [], waiting = [], next_cursor: next = null } = list ?? {}
    return listPage({
      frame,
      title: 'Requests',
      section: 'Requests',
      fields,
      errors,
      next,
      aside: waiting.length > 0 && <StillWaiting waiting={waiting} />,
      list: requests.length > 0 && <RequestTable frame={frame} requests={requests.toReversed()} />,
      empty:
        'No requests yet. Every request to the gateway and the vault appears here as it arrives.',
      older: 'Older requests',
    })
  },
}

/** A request gets its number and its row when its answer is over; until then it is shown here. */
function StillWaiting({ waiting }: { waiting: readonly WaitingAnswer[] }) {
  const [first] = waiting
  const what = first?.operation?.replaceAll('_', ' ') ?? `${first?.method} ${first?.path}`
  return (
    <p class="caution" id="waiting" role="status">
      {countText(waiting.length, 'request')} without an answer yet: {what}{' '}
      <span class="mono">{first?.correlation_id}</span>, its client{' '}
      {first?.left ? 'has stopped waiting' : 'is waiting'}
      {waiting.length > 1 && ', and others'}.
    </p>
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
          'tight drop-2',
        ],
        ['Rule', ({ rules }) => <RuleLinks visit={visit} rules={rules} isShort />, 'long drop-1'],
        ['Took', ({ duration }) => tookText(duration), 'number drop-1'],
      ]}
      row={({ id }) => ({
        id: `request-${id}`,
        'data-curl': pageAddress(visit, `/copy/requests/${id}`),
      })}
    />
  )
}
