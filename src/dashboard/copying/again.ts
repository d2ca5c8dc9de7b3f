import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { paidIn } from '../words/request.ts'
import { outcomeOf } from './story-rules.ts'

/** A one-shot rule that lets the next such request meet the same fate, as JSON to be edited. */
export function againRule(request: RequestAnswer): string {
  const { reference } = paidIn(request)
  const when = {
    ...(request.operation !== null && { operation: request.operation }),
    ...(reference !== '' && { reference }),
  }
  return JSON.stringify({ when, outcome: outcomeOf(request) }, undefined, 2)
}
