import { jsonOrText } from '../base/plain-object.ts'
import { redactText } from '../base/redaction/redacted.ts'
import type { ValueOf } from '../base/value-of.ts'
import { nearestRules } from '../scenario/describe/considered-rules.ts'
import type { Exchange } from './exchange.ts'
import type { requestSchema } from './exchange-schema.ts'

type RequestDocument = ValueOf<typeof requestSchema>

/** An exchange as the control API shows it: with its bodies parsed, and without what only the judge needs. */
export function requestDocument(exchange: Exchange): RequestDocument {
  const { id, at, real_at, operation, merchant, rules, fault, audit, outcome } = exchange
  const { sender, sandbox_failure, duration, facts } = exchange
  const { correlation_key: _key, ...request } = exchange.request
  const { method: _method, correlation_key: _searched, ...asked } = exchange.asked
  const { status, body, headers, lost_response: lost } = exchange.response
  const found = facts.shown
  return {
    ...{ id, at, real_at, operation, merchant, request, asked },
    response: {
      status,
      body: bodyValue(body),
      headers,
      ...(lost && { lost_response: { status: lost.status, body: bodyValue(lost.body) } }),
    },
    ...(found && {
      shown: { reference: found.reference, amount: found.amount, currency: found.currency },
    }),
    rule: rules[0] ?? null,
    ...{ rules, fault, audit, outcome },
    bank: bankIn(facts),
    refusals: facts.refusals ?? [],
    ...{ sender, sandbox_failure, duration },
  }
}

/** The same with the rules that nearly applied. */
export function detailedRequest(exchange: Exchange): RequestDocument {
  const nearest = nearestRules(exchange.considered?.tried ?? [])
  return {
    ...requestDocument(exchange),
    nearest: nearest.map(({ id, reason }) => ({ rule: id, reason: redactText(reason) })),
  }
}

/** The code is of the transaction that the request created or showed. */
function bankIn({ made, shown }: Exchange['facts']): RequestDocument['bank'] {
  const { response_code: code, response_message: message = '' } = made ?? shown ?? {}
  return code === undefined ? null : { code, message }
}

/** A scenario may send a body that is not JSON; it is shown as text. */
function bodyValue(text = ''): unknown {
  return text === '' ? null : jsonOrText(text)
}
