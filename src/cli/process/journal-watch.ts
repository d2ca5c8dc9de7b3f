import { redactText } from '../../domain/redaction/redacted.ts'
import type { Exchange } from '../../insight/exchange.ts'
import type { World } from '../../world/world.ts'
import { bodyFacts } from '../words/exchange/body-facts.ts'
import type { ExchangeSummary } from '../words/exchange/exchange-line.ts'

/** Calls `hear` for every answered call of the gateway and the vault in a world. */
export function watchRequests(world: World, hear: (exchange: ExchangeSummary) => void): void {
  world.events.listen((event) => {
    if (event.type === 'request') hear(exchangeIn(world, event.entry))
  })
}

function exchangeIn({ name, records }: World, entry: Exchange): ExchangeSummary {
  const { request, answer, outcome, fault, durationMs } = entry
  const facts = bodyFacts(request.body, parsed(answer.body))
  const { money, reference, refusal, found } = facts
  const { code, words } = facts.code === undefined ? onRecord(entry, records) : facts
  // Listed one by one: copying the facts would take longer than finding them.
  return {
    money,
    reference,
    code,
    words,
    refusal,
    found,
    world: name,
    at: entry.at,
    operation: entry.operation,
    method: request.method,
    path: request.path,
    status: answer.status,
    outcome,
    audit: entry.audit,
    fault: fault?.kind,
    faultAt: fault?.at,
    rules: entry.rules,
    ignored: request.unknownMembers,
    durationMs,
  }
}

/** The bank's answer from the records, for a call whose own answer was lost. */
function onRecord({ outcome, audit }: Exchange, records: World['records']) {
  const isKnown = outcome !== undefined && audit !== undefined
  const transaction = isKnown ? records.transaction(audit) : undefined
  return {
    code: transaction?.responseCode,
    words: transaction && redactText(transaction.responseMessage),
  }
}

function parsed(body: string | undefined): unknown {
  if (body === undefined || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    // A scenario may answer with a body that is not JSON; there is nothing to read in it.
    return undefined
  }
}
