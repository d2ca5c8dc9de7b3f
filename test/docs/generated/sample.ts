/** One call of a page of sample answers. */
export interface Sample {
  /** The operation, or the method and template, that it shows. */
  readonly of: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Its body is the answer to this earlier sample; the page says so in its note. */
  readonly bodyFrom?: string
  /** What to know about it, in a sentence. */
  readonly note?: string
  /** It only prepares the next one, and is not shown. */
  readonly isHidden?: true
  /** Its lists of objects keep only their first entry on the page. */
  readonly isLong?: true
}

export interface Answered {
  readonly sample: Sample
  readonly status: number
  /** Undefined where the answer has none. */
  readonly answer: unknown
}
