import type { Customer } from '../domain/vault.ts'
import { Chance } from './chance.ts'
import type { CustomerNames } from './names.ts'
import { daysBefore, type Part, type SeedContext, salts } from './seed-context.ts'

/** What the records that are there already have to say about new ones. */
export interface CustomerNumbers {
  readonly firstId: number
  readonly isTaken: (reference: string) => boolean
  readonly names: CustomerNames
}

/** New customers of the last year, with a reference that nobody has. */
export function seedCustomers(
  part: Part,
  { firstId, isTaken, names }: CustomerNumbers,
  context: SeedContext,
): readonly Customer[] {
  const { seed, now, merchant } = context
  return names(seed, part.first, part.count).map((name, i) => {
    const id = firstId + i
    const chance = new Chance(seed, salts.customer, part.first + i)
    const from = daysBefore(now, 365)
    const until = daysBefore(now, 21)
    return {
      id,
      merchant: merchant.id,
      name,
      reference: freeReference(id, isTaken),
      createdAt: chance.between(from, until),
    }
  })
}

function freeReference(id: number, isTaken: (reference: string) => boolean): string {
  const usual = `CUST-${String(id).padStart(6, '0')}`
  let reference = usual
  for (let tries = 2; isTaken(reference); tries++) reference = `${usual}-${tries}`
  return reference
}
