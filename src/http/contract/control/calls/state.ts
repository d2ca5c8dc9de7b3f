import { bytes, type ControlCalls, json } from '../control-call.ts'
import type { ClockAnswer } from './clock.ts'

/** `PUT /state`: what the world holds now. */
export interface ImportAnswer extends ClockAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}

/** `POST /reset` */
export interface ResetBody {
  /** What comes next, for the report: usually a test's name. */
  readonly label?: string
}

export const stateCalls = {
  exportState: {
    method: 'GET',
    path: '/state',
    does: 'Export all data, the clock and the rules',
    answer: bytes,
    isLong: true,
  },
  importState: {
    method: 'PUT',
    path: '/state',
    does: 'Replace everything with an export',
    body: bytes,
    answer: json<ImportAnswer>(),
    isLong: true,
  },
  reset: {
    method: 'POST',
    path: '/reset',
    does: 'Reset data, counters, clock, journal and rules to the start options',
    body: json<ResetBody>(),
    answer: json<ClockAnswer>(),
    isLong: true,
  },
} as const satisfies ControlCalls
