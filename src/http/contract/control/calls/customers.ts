import type { IsoInstant } from '../control-call.ts'

/** `GET /customers`: sorted by id. */
export interface CustomersAnswer {
  readonly customers: readonly CustomerAnswer[]
  /** The offset of the next page; null on the last one. */
  readonly next_offset: number | null
}

export interface CustomerAnswer {
  readonly id: number
  readonly merchant: number
  readonly name: string
  readonly reference: string
  readonly created_at: IsoInstant
  readonly tokens: number
}

/** `GET /customers/{id}` */
export interface CustomerDetailAnswer extends Omit<CustomerAnswer, 'tokens'> {
  readonly tokens: readonly {
    readonly id: number
    readonly preferred_name: string
    readonly virtual_pan: string
    readonly active: boolean
    readonly method: 'card' | 'direct_debit'
    readonly account: string
    readonly card_type: string | null
    readonly created_at: IsoInstant
  }[]
}
