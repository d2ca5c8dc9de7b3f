import type { RequestAnswer } from '../../http/contract/control/control-answers.ts'
import { faultName } from './complaint-text.ts'
import type { ExchangeSummary } from './exchange-line.ts'
import { refusalCode } from './refusal-code.ts'

/** An entry of the request journal as one line shows it. */
export function exchangeOf(entry: RequestAnswer, world: string): ExchangeSummary {
  const { request, answer, fault, outcome, rule, duration } = entry
  return {
    world,
    operation: entry.operation ?? undefined,
    method: request.method,
    path: request.path,
    status: answer.status ?? undefined,
    outcome: outcome ?? undefined,
    refusal: refusalCode(answer.body),
    fault: fault ? faultName(fault) : undefined,
    rule: rule ?? undefined,
    durationMs: duration,
  }
}
