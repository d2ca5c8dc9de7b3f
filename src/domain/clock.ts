import type { Instant } from './instant.ts'

/** Sandbox time: running beside real time at some distance, or standing still. */
export type ClockState =
  | { readonly mode: 'running'; readonly offset: number }
  | { readonly mode: 'frozen'; readonly at: Instant }

export const realClock: ClockState = { mode: 'running', offset: 0 }

export function timeOn(clock: ClockState, realNow: Instant): Instant {
  return clock.mode === 'frozen' ? clock.at : realNow + clock.offset
}

/** The same clock, showing another time. */
export function setTo(clock: ClockState, to: Instant, realNow: Instant): ClockState {
  if (clock.mode === 'frozen') return { mode: 'frozen', at: to }
  return { mode: 'running', offset: to - realNow }
}
