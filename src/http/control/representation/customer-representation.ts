import { isoUtc } from '../../../domain/time/instant.ts'
import type { Customer } from '../../../domain/vault.ts'
import type { World } from '../../../world/world.ts'
import type { CustomerAnswer } from '../../contract/control/calls/customers.ts'

export function customerAnswer(world: World, customer: Customer): CustomerAnswer {
  const { id, merchant, name, reference, createdAt } = customer
  const tokens = world.records.tokenIndex.ofCustomer(id).length
  return {
    id,
    merchant,
    name,
    reference,
    created_at: isoUtc(createdAt),
    tokens,
  }
}
