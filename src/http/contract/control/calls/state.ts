import { bytes, type ControlCalls, json } from '../control-call.ts'
import type { ClockAnswer } from './clock.ts'

/** `PUT /state`: what the world holds now. */
export interface ImportAnswer extends ClockAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
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
    does: 'Import an export in place of what there is',
    body: bytes,
    answer: json<ImportAnswer>(),
    isLong: true,
  },
  reset: {
    method: 'POST',
    path: '/reset',
    does: 'Put data, counters, clock, journal and rules back to the start options',
    answer: json<ClockAnswer>(),
    isLong: true,
  },
} as const satisfies ControlCalls
