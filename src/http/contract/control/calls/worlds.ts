import type { ClockAnswer } from './clock.ts'

/** `GET /worlds`: sorted by name. */
export interface WorldsAnswer {
  readonly worlds: readonly WorldAnswer[]
}

/** `PUT /worlds/{name}` */
export interface WorldAnswer extends ClockAnswer {
  readonly name: string
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}

/** `PUT /state`: the contents of the world after the import. */
export interface ImportAnswer extends ClockAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}

/** `POST /seed`: what was created, and the seed. */
export interface SeedAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
  readonly seed: number
}
