import type { CallFinding } from '../finding.ts'

export const staleSearch = {
  code: 'stale-search',
  severity: 'warning',
  one: 'stale search',
  many: 'stale searches',
  seen: 'A search for a correlation id that the gateway had forgotten already: older than the cache time, or expired by hand.',
  watch:
    () =>
    (exchange, { book, settings }) => {
      const { operation, merchant, facts } = exchange
      if (operation !== 'search' || facts.shown !== null) return undefined
      const first = book.firstWith(merchant, facts.about?.correlationKey)
      if (first === undefined) return undefined
      const isOld = exchange.at - first.at >= settings.correlationCacheMs
      if (first.made === undefined && !isOld) return undefined
      const id = first.correlationId
      return {
        key: `${first.order}`,
        subject: `correlation id ${id}`,
        message: `The search for ${id} came back empty because the gateway had forgotten the id${first.made === undefined ? '' : `; its transaction is audit ${first.made.audit}`}.`,
        advice:
          'Search within the cache time (usually 24 hours) and keep the audit, which is never forgotten.',
        exchanges: first.exchange === undefined ? [exchange] : [first.exchange, exchange],
      }
    },
} as const satisfies CallFinding
