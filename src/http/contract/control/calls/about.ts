import type { AssumptionSource } from '../../../../domain/assumptions/entry.ts'
import type { OpenApiDocument } from '../../../openapi/document.ts'
import { bytes, type ControlCalls, call, type IsoInstant, json } from '../control-call.ts'

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
  /** Only with a data folder: the id in its lock. */
  readonly id?: string
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
  index: call('GET /', 'List the calls of the control API', { answer: json<IndexAnswer>() }),
  calls: call('GET /calls', 'List the calls of the control API, also to a browser', {
    answer: json<IndexAnswer>(),
  }),
  health: call('GET /health', 'Say that the sandbox answers, its version and its time', {
    answer: json<HealthAnswer>(),
    isOpen: true,
  }),
  metrics: call(
    'GET /metrics',
    'Count requests, faults, findings, worlds and rows, in the Prometheus text format',
    { answer: bytes },
  ),
  assumptions: call(
    'GET /assumptions',
    'List every assumption about the gateway, its value and its reason',
    { answer: json<AssumptionsAnswer>() },
  ),
  stop: call('POST /stop', 'Stop the sandbox without losing anything', {
    answer: json<StopAnswer>(),
    isReading: true,
  }),
  openapi: call('GET /openapi.json', 'Describe all of /v1 as an OpenAPI 3.1 document', {
    answer: json<OpenApiDocument>(),
  }),
} as const satisfies ControlCalls
