import { type ControlCalls, json, type Page } from '../control-call.ts'
import type { ClockAnswer } from './clock.ts'
import type { RemovedAnswer } from './snapshots.ts'

/** `GET /worlds`: by name. */
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

export const worldCalls = {
  worlds: {
    method: 'GET',
    path: '/worlds',
    does: 'List the worlds of this sandbox',
    query: json<Pick<Page, 'limit'>>(),
    answer: json<WorldsAnswer>(),
  },
  createWorld: {
    method: 'PUT',
    path: '/worlds/{name}',
    does: 'Create a world, unless it exists',
    answer: json<WorldAnswer>(),
    isLong: true,
  },
  removeWorld: {
    method: 'DELETE',
    path: '/worlds/{name}',
    does: 'Remove a world with all its data',
    answer: json<RemovedAnswer>(),
    isLong: true,
  },
} as const satisfies ControlCalls
