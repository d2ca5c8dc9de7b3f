import type { Instant } from './instant.ts'

/** Sandbox time: running at an offset from real time, or frozen. */
export type ClockState =
  | { readonly mode: 'running'; readonly offset: number }
  | { readonly mode: 'frozen'; readonly at: Instant }

export const realClock: ClockState = { mode: 'running', offset: 0 }

export function timeOn(clock: ClockState, realNow: Instant): Instant {
  return clock.mode === 'frozen' ? clock.at : realNow + clock.offset
}

/** A clock that shows this time at this real moment. */
export function clockAt(to: Instant, mode: ClockState['mode'], realNow: Instant): ClockState {
  return mode === 'frozen' ? { mode, at: to } : { mode, offset: to - realNow }
}
