import { bytes, type ControlCalls, call, json, type Page } from '../control-call.ts'
import type { ClockAnswer } from './clock.ts'
import type { RemovedAnswer } from './snapshots.ts'

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

/** `POST /reset` */
export interface ResetBody {
  /** The name of the new chapter in the report, usually a test's name. */
  readonly label?: string
}

/** How many records of each kind to create, and the seed. */
export interface SeedBody {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

/** `POST /seed`: what was created, and the seed. */
export interface SeedAnswer {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
  readonly seed: number
}

export const worldCalls = {
  worlds: call('GET /worlds', 'List the worlds of this sandbox', {
    query: json<Pick<Page, 'limit'>>(),
    answer: json<WorldsAnswer>(),
  }),
  createWorld: call('PUT /worlds/{name}', 'Create a world, unless it exists', {
    answer: json<WorldAnswer>(),
    isLong: true,
  }),
  removeWorld: call('DELETE /worlds/{name}', 'Remove a world with all its data', {
    answer: json<RemovedAnswer>(),
    isLong: true,
  }),
  exportState: call('GET /state', 'Export all data, the clock and the rules', {
    answer: bytes,
    isLong: true,
  }),
  importState: call('PUT /state', 'Replace everything with an export', {
    body: bytes,
    answer: json<ImportAnswer>(),
    isLong: true,
  }),
  reset: call(
    'POST /reset',
    'Reset data, counters, clock, journal and rules to the start options',
    { body: json<ResetBody>(), answer: json<ClockAnswer>(), isLong: true },
  ),
  seed: call('POST /seed', 'Create realistic data; the same seed gives the same data', {
    body: json<SeedBody>(),
    answer: json<SeedAnswer>(),
    isLong: true,
  }),
} as const satisfies ControlCalls
