/** Taken at load, as in timers.ts. */
const { hrtime } = process

/**
 * Milliseconds of a clock that only runs forward. Node loads the global `performance` with all that
 * can be measured with it, which would take a hundredth of a start.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1_000_000
}
