import type { Medium } from './medium.ts'

/** Keeps nothing beyond the process: what is in memory is all there is. */
export const memoryMedium: Medium = {
  commit() {
    // Memory already holds the change, and there is nothing below it.
  },
  replace() {
    // As above.
  },
  durable: () => undefined,
  close: async () => undefined,
}
