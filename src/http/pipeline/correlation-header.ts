import type { IncomingMessage } from 'node:http'
import { isCorrelationId } from '../../domain/restricted-text.ts'

/** A call's correlation id, read once. */
export interface Correlation {
  /** As it came; an empty header counts as none. */
  readonly given: string | undefined
  /** The same if it is a good one: a bad one comes back with no answer, it could hold a header. */
  readonly id: string | undefined
}

export function correlationOf({ headers }: Pick<IncomingMessage, 'headers'>): Correlation {
  const value = headers['x-correlation-id']
  if (typeof value !== 'string' || value === '') return none
  return { given: value, id: isCorrelationId(value) ? value : undefined }
}

const none: Correlation = { given: undefined, id: undefined }
