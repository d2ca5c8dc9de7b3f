import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import { faultName } from '../complaint-text.ts'
import { bodyFacts } from './body-facts.ts'
import type { ExchangeSummary } from './exchange-line.ts'

/** An entry of the request journal as one line shows it. */
export function exchangeOf(entry: RequestAnswer, world: string): ExchangeSummary {
  const { request, answer, fault } = entry
  return {
    ...bodyFacts(request.body, answer.body),
    world,
    at: Date.parse(entry.at),
    operation: entry.operation ?? undefined,
    method: request.method,
    path: request.path,
    status: answer.status ?? undefined,
    outcome: entry.outcome ?? undefined,
    audit: entry.audit ?? undefined,
    fault: fault ? faultName(fault) : undefined,
    faultAt: fault?.at,
    rules: entry.rules,
    ignored: request.unknown_members,
    durationMs: entry.duration,
  }
}
