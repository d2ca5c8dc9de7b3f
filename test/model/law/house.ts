/** How the sandbox was started: a config file's content, with what it leaves out filled in. */
export interface House {
  readonly clock: string
  readonly auth: 'open' | 'required'
  readonly users: readonly User[]
  /** Undefined: any merchant exists. */
  readonly merchants: readonly Merchant[] | undefined
  readonly duplicates: 'conflict' | 'replay'
  readonly tokenIds: 'integer' | 'string'
  readonly mask: string
  readonly voided: 'voided' | 'reversed'
  readonly deletedStatus: 200 | 204
  readonly completionTargets: boolean
  readonly refusals: 'refuse' | 'decline'
  readonly expiredRefunds: 'approve' | 'decline'
}

interface User {
  readonly name: string
  readonly password: string
  readonly token: string
  readonly merchant: number
  readonly merchants: readonly number[]
}

interface Merchant {
  readonly id: number
  readonly vault: boolean
  readonly surcharge?: {
    readonly default: string
    readonly card_types: Readonly<Record<string, string>>
    readonly methods: Readonly<Record<string, string>>
  }
}

const START = '2025-01-02T01:00:00Z'

/** Nothing but defaults. */
export const openHouse: House = {
  clock: START,
  auth: 'open',
  users: [],
  merchants: undefined,
  duplicates: 'conflict',
  tokenIds: 'integer',
  mask: 'x',
  voided: 'voided',
  deletedStatus: 204,
  completionTargets: false,
  refusals: 'refuse',
  expiredRefunds: 'approve',
}

/** Users, listed merchants, a surcharge, and other guesses than the defaults. */
export const strictHouse: House = {
  clock: START,
  auth: 'required',
  users: [
    { name: 'shop', password: 's3cret', token: 'tok-shop', merchant: 1, merchants: [1, 2] },
    { name: 'till', password: 't1ll', token: 'tok-till', merchant: 2, merchants: [2, 4] },
  ],
  merchants: [
    {
      id: 1,
      vault: true,
      surcharge: { default: '1.5', card_types: { amex: '2.25' }, methods: { direct_debit: '0.3' } },
    },
    { id: 2, vault: true },
    { id: 3, vault: true },
    { id: 4, vault: false },
  ],
  duplicates: 'replay',
  tokenIds: 'string',
  mask: '#',
  voided: 'reversed',
  deletedStatus: 200,
  completionTargets: true,
  refusals: 'decline',
  expiredRefunds: 'decline',
}

/** The same as a config file. */
export function configOf(house: House): object {
  return {
    clock: house.clock,
    auth: house.auth,
    ...(house.users.length > 0 && { users: house.users }),
    ...(house.merchants !== undefined && { merchants: house.merchants }),
    assumptions: {
      duplicate_correlation_id: house.duplicates,
      token_id_type: house.tokenIds,
      mask_character: house.mask,
      words: { voided: house.voided },
      status: { deleted: house.deletedStatus },
      completion_target_audit: house.completionTargets,
      rule_refusals: house.refusals,
      expired_card_refunds: house.expiredRefunds,
    },
  }
}
