import type { Fault } from '../../base/documents/complaint.ts'
import { type Instant, parseInstant } from '../../domain/time/instant.ts'
import type { RuleDocument } from '../scenario-document.ts'

/** Rules whose window is over at an instant. Paths start at `rules`; `clock` says whose time it is. */
export function endedWindows(
  rules: readonly Pick<RuleDocument, 'when'>[],
  now: Instant,
  clock: string,
): readonly Fault[] {
  return rules.flatMap(({ when: { until } = {} }, i) => {
    const end = until === undefined ? undefined : parseInstant(until)
    if (end === undefined || end > now) return []
    const message = `no longer matches: ${until} is before ${clock}`
    return [{ path: ['rules', i, 'when', 'until'], message }]
  })
}
