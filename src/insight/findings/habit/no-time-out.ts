import type { CallFinding } from '../finding.ts'

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
      const seconds = Math.round(waitedMs / 1000)
      return {
        key: `${exchange.operation}`,
        subject: `${exchange.request.method} ${exchange.request.path}`,
        message: `The client was still waiting for an answer after ${seconds} s, and its customer with it.`,
        advice: 'Give up after a minute at most, then search by correlation id.',
        exchanges: [exchange],
      }
    },
} as const satisfies CallFinding
