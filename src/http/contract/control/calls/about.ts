import type { AssumptionSource } from '../../../../domain/assumptions/entry.ts'
import type { OpenApiDocument } from '../../../openapi/document.ts'
import { bytes, type ControlCalls, type IsoInstant, json } from '../control-call.ts'

/** `GET /_sandbox`, and `GET /calls`. */
export interface IndexAnswer {
  readonly calls: readonly {
    readonly method: string
    readonly path: string
    readonly does: string
  }[]
}

/** `GET /health` */
export interface HealthAnswer {
  readonly status: 'ok'
  readonly version: string
  readonly world: string
  readonly now: IsoInstant
}

/** `GET /assumptions` */
export interface AssumptionsAnswer {
  readonly assumptions: readonly {
    readonly key: string
    readonly value: unknown
    readonly default: unknown
    readonly source: AssumptionSource
    readonly reason: string
  }[]
}

/** `POST /stop` */
export interface StopAnswer {
  readonly stopping: true
  /** The process that ends with the sandbox; null if it keeps running. */
  readonly pid: number | null
}

export const aboutCalls = {
  index: {
    method: 'GET',
    path: '/',
    does: 'List the calls of the control API',
    answer: json<IndexAnswer>(),
  },
  calls: {
    method: 'GET',
    path: '/calls',
    does: 'List the calls of the control API, also to a browser',
    answer: json<IndexAnswer>(),
  },
  health: {
    method: 'GET',
    path: '/health',
    does: 'Say that the sandbox answers, its version and its time',
    answer: json<HealthAnswer>(),
    isOpen: true,
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    does: 'Count requests, faults, findings, worlds and rows, in the Prometheus text format',
    answer: bytes,
  },
  assumptions: {
    method: 'GET',
    path: '/assumptions',
    does: 'List every assumption about the gateway, its value and its reason',
    answer: json<AssumptionsAnswer>(),
  },
  stop: {
    method: 'POST',
    path: '/stop',
    does: 'Stop the sandbox without losing anything',
    answer: json<StopAnswer>(),
    isReading: true,
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    does: 'Describe all of /v1 as an OpenAPI 3.1 document',
    answer: json<OpenApiDocument>(),
  },
} as const satisfies ControlCalls
