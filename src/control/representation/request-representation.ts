import { jsonOrText } from '../../base/plain-object.ts'
import { redactText } from '../../base/redaction/redacted.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { Asked, Exchange } from '../../record/exchange.ts'
import { nearestRules } from '../../scenario/describe/considered-rules.ts'
import type { RequestResponse } from '../contract/calls/requests.ts'

export function requestAnswer(entry: Exchange): RequestResponse {
  const { request, response, facts } = entry
  const { lostResponse } = response
  return {
    id: entry.id,
    at: isoUtc(entry.at),
    real_at: isoUtc(entry.realAt),
    operation: entry.operation ?? null,
    merchant: entry.merchant ?? null,
    request: {
      method: request.method,
      path: request.path,
      query: request.query,
      correlation_id: request.correlationId ?? null,
      origin: request.origin ?? null,
      body: request.body ?? null,
      unknown_fields: request.unknownFields,
      headers: headerMembers(request.headers),
    },
    asked: askedMembers(entry.asked),
    response: {
      status: response.status ?? null,
      body: bodyValue(response.body),
      headers: headerMembers(response.headers),
      ...(lostResponse && {
        lost_response: { status: lostResponse.status, body: bodyValue(lostResponse.body) },
      }),
    },
    ...(facts.shown && {
      shown: {
        reference: facts.shown.reference,
        amount: facts.shown.amount,
        currency: facts.shown.currency,
      },
    }),
    rule: entry.rules[0] ?? null,
    rules: entry.rules,
    fault: entry.fault ?? null,
    audit: entry.audit ?? null,
    outcome: entry.outcome ?? null,
    bank: bankIn(facts),
    refusals: facts.refusals ?? [],
    ...(entry.sender !== undefined && { sender: entry.sender }),
    ...(entry.failure !== undefined && { sandbox_failure: entry.failure }),
    duration: Math.round(entry.durationMs * 1000) / 1000,
  }
}

/** The same with the rules that nearly applied. */
export function detailedRequest(entry: Exchange): RequestResponse {
  const nearest = nearestRules(entry.considered?.tried ?? [])
  return {
    ...requestAnswer(entry),
    nearest: nearest.map(({ id, reason }) => ({ rule: id, reason: redactText(reason) })),
  }
}

/** The key of a correlation id and the kind of a payment method are for the judge. */
function askedMembers({ correlationId, correlationKey, method, ...asked }: Asked) {
  const all = Object.entries({ ...asked, correlation_id: correlationId })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

/** The code is of the transaction that the request created or showed. */
function bankIn({ made, shown }: Exchange['facts']): RequestResponse['bank'] {
  const { responseCode, responseMessage = '' } = made ?? shown ?? {}
  return responseCode === undefined ? null : { code: responseCode, message: responseMessage }
}

/** Headers that are sent more than once are joined, as Node does it. */
function headerMembers(lines = ''): Readonly<Record<string, string>> {
  const all = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const end = line.indexOf(': ')
    if (end === -1) continue
    const name = line.slice(0, end)
    const before = all.get(name)
    const value = line.slice(end + 2)
    all.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(all)
}

/** A scenario may send a body that is not JSON; it is shown as text. */
function bodyValue(text = ''): unknown {
  return text === '' ? null : jsonOrText(text)
}
