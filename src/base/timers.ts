/*
 * Taken at load: a sandbox shares the process with tests, which may replace the globals by fake
 * timers that nobody moves.
 */

export const { setTimeout, setImmediate, setInterval, clearTimeout, clearInterval } = globalThis

export const { nextTick } = process

/** The real time, even if a test has replaced `Date`. */
export const realTime: () => number = Date.now

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
