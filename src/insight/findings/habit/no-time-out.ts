import type { CallUnderWay, Exchange } from '../../exchange.ts'
import type { Attempt } from '../../stories/story.ts'
import type { CallFinding, JudgeSettings, Sighting } from '../finding.ts'

export const noTimeOut: CallFinding<'no-time-out'> = {
  code: 'no-time-out',
  severity: 'warning',
  one: 'missing time-out',
  many: 'missing time-outs',
  seen: 'The client was still waiting for an answer after 120 s (`report.no_time_out` in the config).',
  watch:
    () =>
    (exchange, { settings }) => {
      const { waitedMs } = exchange.facts
      if (waitedMs < settings.noTimeOutMs) return undefined
      return { ...sightingOf(exchange, waitedMs), exchanges: [exchange] }
    },
}

/** The same for a client that is still waiting. */
export function stillWaiting(
  call: CallUnderWay,
  attempt: Attempt | undefined,
  settings: JudgeSettings,
): Sighting | undefined {
  const waitedMs = call.waitedMs()
  if (waitedMs < settings.noTimeOutMs) return undefined
  return { ...sightingOf(call.exchange, waitedMs), events: attempt === undefined ? [] : [attempt] }
}

function sightingOf({ operation, request }: Exchange, waitedMs: number): Sighting {
  const seconds = Math.round(waitedMs / 1000)
  return {
    key: `${operation}`,
    subject: `${request.method} ${request.path}`,
    message: `The client was still waiting for an answer after ${seconds} s, and its customer with it.`,
    advice:
      'Stop waiting after a minute at most, then ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=….',
  }
}
