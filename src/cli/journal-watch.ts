import type { JournalEntry } from '../world/request-journal.ts'
import type { World } from '../world/world.ts'
import type { ExchangeSummary } from './exchange-line.ts'

/** Hears of every call of the gateway and the vault in a world, once it is answered. */
export function watchRequests(
  world: World,
  hear: (exchange: ExchangeSummary, entry: JournalEntry) => void,
): void {
  world.events.listen((event) => {
    if (event.type === 'request') hear(exchangeIn(world, event.entry), event.entry)
  })
}

function exchangeIn({ name }: World, entry: JournalEntry): ExchangeSummary {
  const { request, answer, outcome, fault, rule, durationMs } = entry
  return {
    world: name,
    method: request.method,
    path: request.path,
    status: answer.status,
    outcome,
    fault: fault?.kind,
    rule,
    durationMs,
  }
}
