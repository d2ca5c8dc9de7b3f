import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import { faultKinds } from '../../../scenario/faults/table.ts'
import type { FaultDocument } from '../../../scenario/faults/wire-fault.ts'
import { bodyFacts } from './body-facts.ts'
import type { ExchangeSummary } from './exchange-line.ts'

/** An entry of the request journal as a line shows it. */
export function exchangeOf(entry: RequestAnswer, world: string): ExchangeSummary {
  const { request, answer, fault } = entry
  const facts = bodyFacts(request.body, answer.body)
  // The bank's answer is known, even if the client never got it.
  const { code, words } =
    facts.code === undefined && answer.undelivered !== undefined
      ? bodyFacts(request.body, answer.undelivered.body)
      : facts
  return {
    ...facts,
    code,
    words,
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

/** The kind of fault: `reset`. */
function faultName(fault: FaultDocument): string {
  return faultKinds.find((name) => fault[name] !== undefined) ?? 'fault'
}

/** The fault and whether the call was processed: `reset, not processed`. */
export function faultText(fault: FaultDocument): string {
  const name = faultName(fault)
  const shown = name === 'http' ? `HTTP ${fault.http}` : name
  return `${shown}, ${fault.at === 'before' ? 'not processed' : 'processed'}`
}
