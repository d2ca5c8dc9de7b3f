import type { IncomingMessage } from 'node:http'
import { isCorrelationId } from '../../domain/restricted-text.ts'

/** The header as it came; an empty one counts as none. */
export function correlationHeader({ headers }: IncomingMessage): string | undefined {
  const value = headers['x-correlation-id']
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The id of a call, if it has a good one. */
export function correlationIdOf(incoming: IncomingMessage): string | undefined {
  const value = correlationHeader(incoming)
  return value !== undefined && isCorrelationId(value) ? value : undefined
}

/** A good id comes back with every answer, a bad one with none: it could hold a header of its own. */
export function correlationEcho(incoming: IncomingMessage): Readonly<Record<string, string>> {
  const id = correlationIdOf(incoming)
  return id === undefined ? {} : { 'X-Correlation-Id': id }
}
