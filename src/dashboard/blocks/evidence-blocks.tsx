import { memberOf } from '../../base/plain-object.ts'
import { counted } from '../../base/text/counted.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { answerText, operationText } from '../../control/facts/request-words.ts'
import type { Picture, Requests } from '../../judge/blocks/block.ts'
import { ExchangeView } from '../payment/exchange.tsx'
import { PlainSteps } from '../payment/payment-steps.tsx'
import { SequencePicture } from '../payment/sequence-picture.tsx'

/** The most steps to show at each end: what is wrong begins and ends there. */
const MOST_STEPS = 12

export function StepsView({ steps }: Pick<Picture, 'steps'>) {
  const hidden = steps.length - 2 * MOST_STEPS
  if (hidden <= 1) return <PlainSteps steps={steps} />
  return (
    <>
      <PlainSteps steps={steps.slice(0, MOST_STEPS)} />
      <p class="soft">{counted(hidden, 'step')} in between not shown.</p>
      <PlainSteps steps={steps.slice(-MOST_STEPS)} from={steps.length - MOST_STEPS} />
    </>
  )
}

/** Drawn only if the time of every request is known. */
export function PictureView({ picture }: { picture: Picture }) {
  const { steps, currency, doubled } = picture
  const requests = picture.requests.filter(isRequest)
  if (!requests.every(({ real_at }) => Date.parse(real_at) > 0)) return null
  return <SequencePicture payment={{ steps, requests, currency, doubled }} atEachEnd={MOST_STEPS} />
}

/** Folded, because most readers do not need them. */
export function RequestsView({ of: { requests } }: { of: Requests }) {
  return (
    <>
      {requests.filter(isRequest).map((request) => (
        <details class="fold exchange">
          <summary>
            Request {request.id}: {operationText(request)}, {answerText(request)}
          </summary>
          <ExchangeView linkBase={undefined} request={request} />
        </details>
      ))}
    </>
  )
}

/** A report in a file may be of another version. */
function isRequest(evidence: unknown): evidence is RequestResponse {
  const [request, response] = [memberOf(evidence, 'request'), memberOf(evidence, 'response')]
  return [request, response].every((part) => memberOf(part, 'headers') !== undefined)
}
