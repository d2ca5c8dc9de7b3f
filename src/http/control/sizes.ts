import type { World } from '../../world/world.ts'

/** How much a world holds. */
export function sizes({ records }: World) {
  return {
    customers: records.size('customers'),
    tokens: records.size('tokens'),
    transactions: records.size('transactions'),
  }
}
