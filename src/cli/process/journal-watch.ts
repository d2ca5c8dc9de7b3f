import type { JournalEntry } from '../../world/journal/request-journal.ts'
import type { World } from '../../world/world.ts'
import { bodyFacts } from '../words/exchange/body-facts.ts'
import type { ExchangeSummary } from '../words/exchange/exchange-line.ts'

/** Hears of every call of the gateway and the vault in a world, once it is answered. */
export function watchRequests(world: World, hear: (exchange: ExchangeSummary) => void): void {
  world.events.listen((event) => {
    if (event.type === 'request') hear(exchangeIn(world, event.entry))
  })
}

function exchangeIn({ name }: World, entry: JournalEntry): ExchangeSummary {
  const { request, answer, outcome, fault, durationMs } = entry
  const { money, reference, code, words, refusal, found } = bodyFacts(
    request.body,
    parsed(answer.body),
  )
  // Spelt out: copying the facts would take longer than finding them.
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

function parsed(body: string | undefined): unknown {
  if (body === undefined || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    // A scenario may ask for a body that is not JSON; then there is nothing to read in it.
    return undefined
  }
}
