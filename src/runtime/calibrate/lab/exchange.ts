/** A request that a probe makes. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Beneath the base address, with its query. */
  readonly path: string
  readonly body?: unknown
  /** A body that is no JSON. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Null: none. Left out: a fresh one. */
  readonly correlationId?: string | null
  /** What is special about it, where its address does not tell. */
  readonly about?: string
  /** Whether the credentials stay at home. */
  readonly isAnonymous?: true
}

/** A request and its answer: what a finding rests on. */
export interface Exchange {
  /** By which the table refers to it. */
  readonly number: number
  readonly ask: Ask
  readonly correlationId: string | undefined
  readonly status: number
  readonly body: unknown
}

/** Something that the gateway does not let anybody see. */
export class CannotTell extends Error {
  readonly by: readonly Exchange[]

  constructor(reason: string, by: readonly Exchange[] = []) {
    super(reason)
    this.by = by
  }
}

/** No answer came, so that nobody knows what became of the request; another try may tell. */
export class LostAnswer extends CannotTell {}
