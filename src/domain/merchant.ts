import type { SurchargePlan } from './surcharge.ts'

/** The features that a merchant is signed up for. */
export interface Merchant {
  readonly id: number
  readonly name: string
  readonly vault: boolean
  readonly standaloneRefunds: boolean
  readonly surcharge: SurchargePlan | undefined
}

/** A merchant that is not in the configuration: it has the vault and no surcharge. */
export function unlistedMerchant(id: number): Merchant {
  return {
    id,
    name: `Merchant ${id}`,
    vault: true,
    standaloneRefunds: true,
    surcharge: undefined,
  }
}
