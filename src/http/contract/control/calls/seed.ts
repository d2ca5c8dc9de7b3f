import { type ControlCalls, json } from '../control-call.ts'

/** How many of each to make, and from which seed. */
export interface SeedBody {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

/** `POST /seed`: what was made, and from which seed. */
export interface SeedAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
  readonly seed: number
}

export const seedCalls = {
  seed: {
    method: 'POST',
    path: '/seed',
    does: 'Create realistic data; the same seed gives the same data',
    body: json<SeedBody>(),
    answer: json<SeedAnswer>(),
    isLong: true,
  },
} as const satisfies ControlCalls
