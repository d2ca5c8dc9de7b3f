import type { Attempt } from '../../stories/story.ts'
import type { CallFinding, JudgeSettings, Sighting } from '../finding.ts'

/** A call that has no answer yet. */
export interface Waiting {
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  /** The transaction request that it is. */
  readonly attempt: Attempt | undefined
  /** Those that it met. */
  readonly rules: readonly string[]
  readonly hasLeft: () => boolean
  /** How long its client has been waiting; it counts no further once the client has left. */
  readonly waitedMs: () => number
}

export const noTimeOut = {
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
      const { operation, request } = exchange
      return { ...sightingOf({ operation, ...request }, waitedMs), exchanges: [exchange] }
    },
} as const satisfies CallFinding

/** The same of a client that is waiting still. */
export function stillWaiting(call: Waiting, settings: JudgeSettings): Sighting | undefined {
  const waitedMs = call.waitedMs()
  if (waitedMs < settings.noTimeOutMs) return undefined
  return { ...sightingOf(call, waitedMs), events: call.attempt === undefined ? [] : [call.attempt] }
}

function sightingOf(
  { operation, method, path }: Pick<Waiting, 'operation' | 'method' | 'path'>,
  waitedMs: number,
): Sighting {
  const seconds = Math.round(waitedMs / 1000)
  return {
    key: `${operation}`,
    subject: `${method} ${path}`,
    message: `The client was still waiting for an answer after ${seconds} s, and its customer with it.`,
    advice: 'Give up after a minute at most, then search by correlation id.',
  }
}
