import { memberOf } from '../../base/plain-object.ts'
import type { FaultDocument } from '../../scenario/faults/table.ts'
import { faultKinds } from '../../scenario/faults/table.ts'
import type { RequestResponse } from '../contract/calls/requests.ts'
import { type Meaning, statusMeaning } from './meaning.ts'

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

/** `missing_field transaction.reference`; `invalid_pan` already names the field. */
function refusalText({ code, field }: Refusal): string {
  const isEnough = field === undefined || code.endsWith(`_${field.split('.').at(-1)}`)
  return isEnough ? code : `${code} ${field}`
}

type Refusal = RequestResponse['refusals'][number]

/** How many entries a list has, whatever a scenario makes of the response. */
function foundText(body: unknown): string | undefined {
  const results = memberOf(body, 'results')
  return Array.isArray(results) ? `${results.length || 'nothing'} found` : undefined
}

/** What a call asked for, or the transaction that it showed. */
export function subjectOf({ asked, shown }: RequestResponse) {
  const { amount = shown?.amount, currency = shown?.currency ?? '' } = asked
  return { amount, currency, reference: asked.reference ?? shown?.reference }
}

/** What the client got: an outcome, a refusal, or no answer. */
export function shownResult(request: RequestResponse): {
  readonly text: string
  /** Without the bank's words, where there is little room. */
  readonly short?: string
  readonly meaning: Meaning
} {
  const { response, fault, refusals, bank, sandbox_failure } = request
  const status = response.status ?? undefined
  const outcome = request.outcome ?? undefined
  if (sandbox_failure !== undefined) {
    return { text: `${status ?? 'lost'} the sandbox failed: ${sandbox_failure}`, meaning: 'bad' }
  }
  // `declined 51 Insufficient funds`
  const verdict = outcome && [outcome, bank?.code, bank?.message].filter(Boolean).join(' ')
  const after = verdict === undefined ? '' : `; ${verdict}`
  // Whether money may have moved.
  const when = fault?.at === 'before' ? 'before processing' : 'after processing'
  // A response that cannot be read is as good as none.
  if (status === undefined || fault?.garbage) {
    const lost = fault ? `lost ${when} (${faultName(fault)})` : 'client left'
    return { text: `${lost}${after}`, meaning: 'warn' }
  }
  if (status >= 400) {
    const [refusal] = refusals
    const reason = refusal === undefined ? fault?.error_code : refusalText(refusal)
    const answer = [status, reason, fault && when].filter(Boolean).join(' ')
    return { text: `${answer}${after}`, meaning: statusCodeMeaning(status) }
  }
  const text = verdict ?? foundText(response.body) ?? String(status)
  const bare = outcome === 'approved' ? outcome : [outcome, bank?.code].filter(Boolean).join(' ')
  return {
    text,
    ...(outcome !== undefined && { short: bare }),
    meaning: outcome === undefined ? 'good' : statusMeaning(outcome),
  }
}

/** What the client got: `200`, `503`, `200, not JSON`, `no response`. */
export function answerText({ response, fault, sandbox_failure }: RequestResponse): string {
  if (sandbox_failure !== undefined)
    return `${response.status ?? 'no response'}, the sandbox failed`
  if (response.status !== null) return `${response.status}${fault?.garbage ? ', not JSON' : ''}`
  return fault?.at === 'after' ? 'response lost' : 'no response'
}

/** What it means for the client: a lost response may have moved money, a refusal is its own fault. */
export function answerMeaning({ response: { status }, fault }: RequestResponse): Meaning {
  return status === null || fault?.garbage ? 'warn' : statusCodeMeaning(status)
}

function statusCodeMeaning(status: number): Meaning {
  if (status >= 500) return 'warn'
  return status >= 400 ? 'bad' : 'calm'
}

/** `purchase`, or the method and path of a request that is no operation. */
export function operationText({ operation, request }: RequestResponse): string {
  return operation?.replaceAll('_', ' ') ?? `${request.method} ${request.path}`
}

/** `/v1/transactions?correlation_id=A` */
export function addressText({ request: { path, query } }: RequestResponse): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
