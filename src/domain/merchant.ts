import type { SurchargePlan } from './surcharge.ts'

/** What a merchant has been signed up for. */
export interface Merchant {
  readonly id: number
  readonly name: string
  readonly vault: boolean
  readonly standaloneRefunds: boolean
  readonly surcharge: SurchargePlan | undefined
}

/** A merchant that nobody configured: it has the vault and no surcharge. */
export function unlistedMerchant(id: number): Merchant {
  return {
    id,
    name: `Merchant ${id}`,
    vault: true,
    standaloneRefunds: true,
    surcharge: undefined,
  }
}
