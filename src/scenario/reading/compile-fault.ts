import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import type { WireFault } from '../rule.ts'
import type { FaultDocument } from '../scenario-document.ts'
import { parseElapsed } from './after.ts'

/** The one way in which a checked fault goes wrong. */
export function compileFault(fault: FaultDocument): WireFault {
  const { at, http, retry_after, error_code, hang, dribble } = fault
  if (http !== undefined) {
    return {
      at,
      kind: 'http',
      status: http,
      ...(retry_after !== undefined && { retryAfter: retry_after }),
      ...(error_code !== undefined && { errorCode: maskCardNumbers(error_code) }),
    }
  }
  if (hang !== undefined) {
    return hang === true ? { at, kind: 'hang' } : { at, kind: 'hang', ms: milliseconds(hang) }
  }
  if (dribble !== undefined) return { at, kind: 'dribble', ms: milliseconds(dribble) }
  if (fault.reset) return { at, kind: 'reset' }
  return { at, kind: fault.truncate ? 'truncate' : 'garbage' }
}

/** Documents have been through their schema, so that a text that is no duration is our mistake. */
export function milliseconds(duration: string): number {
  const ms = parseElapsed(duration)
  if (ms === undefined) throw new Error(`'${duration}' has not been checked`)
  return ms
}
