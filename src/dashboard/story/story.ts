/** What the merchant meant as one payment, as `GET /_sandbox/stories` tells it. */
export interface Story {
  readonly id: string
  readonly world: string
  readonly chapter: string
  readonly merchant: number | null
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly verdict: StoryVerdict
  readonly charged: number
  readonly refunded: number
  readonly steps: readonly StoryStep[]
}

export interface StoryStep {
  /** Sandbox time. */
  readonly at: string
  readonly request?: number
  readonly audit?: number
  /** The operation, or `change` where time or a hand moved it. */
  readonly kind: string
  /** The transaction's status now. */
  readonly status?: string
  readonly correlation_id?: string
  readonly text: string
}

export type StoryVerdict =
  | 'paid'
  | 'held'
  | 'declined'
  | 'pending'
  | 'refunded'
  | 'voided'
  | 'unclear'
  | 'double-charge'
  | 'double-refund'
  | 'lost-sale'
  | 'failed'

export interface StoriesAnswer {
  readonly stories: readonly Story[]
}
