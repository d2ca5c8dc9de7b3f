import type { AssumptionSource } from '../../../../domain/assumptions/entry.ts'
import type { IsoInstant } from '../control-call.ts'

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
  /** Of the running sandbox; with a data folder, the one in its lock. */
  readonly id: string
  readonly version: string
  readonly world: string
  readonly now: IsoInstant
  /** Why changes cannot be stored at the moment; omitted if they can. */
  readonly failure?: string
  /** What it shows, if it is a finished run from a file. */
  readonly shows?: string
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
