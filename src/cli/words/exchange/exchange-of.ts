import { moneyText } from '../../../domain/money.ts'
import { memberOf } from '../../../domain/plain-object.ts'
import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import { faultKinds } from '../../../scenario/faults/table.ts'
import type { FaultDocument } from '../../../scenario/faults/wire-fault.ts'
import type { BodyFacts, ExchangeSummary } from './exchange-line.ts'

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
export function wireFaultText(fault: FaultDocument): string {
  const name = faultName(fault)
  const shown = name === 'http' ? `HTTP ${fault.http}` : name
  return `${shown}, ${fault.at === 'before' ? 'not processed' : 'processed'}`
}

/**
 * Reads both bodies without assumptions: clients may send and scenarios may answer anything.
 * @internal Exported for tests.
 */
export function bodyFacts(request: unknown, answer: unknown): BodyFacts {
  const results = memberOf(answer, 'results')
  const [only] = Array.isArray(results) && results.length === 1 ? results : [undefined]
  const shown = only ?? answer
  const sent = memberOf(request, 'transaction') ?? memberOf(shown, 'transaction')
  const acquirer = memberOf(memberOf(shown, 'status'), 'acquirer')
  return {
    money: moneyIn(memberOf(sent, 'amount_details')),
    reference: textAt(sent, 'reference') ?? textAt(request, 'reference'),
    code: textAt(acquirer, 'response_code'),
    words:
      textAt(acquirer, 'response_message') ||
      textAt(memberOf(shown, 'status'), 'gateway_status_message'),
    refusal: refusalIn(answer),
    found: Array.isArray(results) ? foundText(results.length) : undefined,
  }
}

function foundText(count: number): string {
  return count === 0 ? 'nothing found' : `${count} found`
}

function moneyIn(details: unknown): string | undefined {
  const cents = textAt(details, 'total_amount')
  if (cents === undefined || !/^\d{1,10}$/.test(cents)) return undefined
  return moneyText(Number(cents), textAt(details, 'currency') ?? '')
}

function refusalIn(answer: unknown): string | undefined {
  const errors = memberOf(answer, 'errors')
  if (!Array.isArray(errors)) return undefined
  const code = textAt(errors[0], 'error_code')
  const members = membersIn(memberOf(errors[0], 'location'))
  // `invalid_pan` already names the member.
  if (code === undefined || code.endsWith(`_${members.at(-1)}`)) return code
  return [code, ...(members.length === 0 ? [] : [members.join('.')])].join(' ')
}

/** `transaction`, `reference`; for a path or a header the code says enough. */
function membersIn(location: unknown): readonly unknown[] {
  if (!Array.isArray(location)) return []
  const [part, ...members] = location
  return part === 'body' || part === 'query' ? members : []
}

function textAt(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : undefined
}
