import type { JournalEntry } from '../../world/journal/request-journal.ts'
import type { World } from '../../world/world.ts'
import type { ExchangeSummary } from '../words/exchange-line.ts'
import { refusalCode } from '../words/refusal-code.ts'

/** Hears of every call of the gateway and the vault in a world, once it is answered. */
export function watchRequests(world: World, hear: (exchange: ExchangeSummary) => void): void {
  world.events.listen((event) => {
    if (event.type === 'request') hear(exchangeIn(world, event.entry))
  })
}

function exchangeIn({ name }: World, entry: JournalEntry): ExchangeSummary {
  const { request, answer, outcome, fault, rule, durationMs } = entry
  return {
    world: name,
    operation: entry.operation,
    method: request.method,
    path: request.path,
    status: answer.status,
    outcome,
    refusal: refusalIn(answer),
    fault: fault?.kind,
    rule,
    durationMs,
  }
}

/** Only refusals are read: this runs once for every request. */
function refusalIn({ status = 0, body = '' }: JournalEntry['answer']): string | undefined {
  if (status < 400) return undefined
  try {
    return refusalCode(JSON.parse(body))
  } catch {
    // A scenario may ask for a body that is no JSON; then there is no code to show.
    return undefined
  }
}
