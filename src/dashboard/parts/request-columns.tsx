import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { answerText, answerTone, operationText, paidIn } from '../words/request.ts'
import { clockTime, dateTimeText, dayOf, shortDateTime } from '../words/time.ts'
import type { Column } from './table.tsx'
import { Amount, Clamped } from './text.tsx'

/** What every list of requests shows. `now`: a time of the same day has no date. */
export function requestColumns(now?: string): readonly Column<RequestAnswer>[] {
  const today = now && dayOf(now)
  return [
    [
      'Time',
      ({ at }) => (dayOf(at) === today ? clockTime(at) : shortDateTime(at)),
      'tight',
      { title: ({ at, real_at }) => `${dateTimeText(at)}; real time ${real_at}` },
    ],
    [
      'Operation',
      (request) => (
        <>
          <Clamped text={operationText(request)} />{' '}
          {request.sender && <span class="tag">{request.sender}</span>}
        </>
      ),
      'long',
    ],
    ['Reference', (request) => paidIn(request).reference, 'reference own-line'],
    [
      'Amount',
      (request) => {
        const { cents, currency } = paidIn(request)
        return cents !== undefined && <Amount cents={cents} currency={currency} />
      },
      'number',
    ],
    [
      'Answer',
      (request) => <span class={answerTone(request)}>{answerText(request)}</span>,
      'tight',
      { label: 'Answer' },
    ],
  ]
}
