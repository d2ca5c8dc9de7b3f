import { redactText } from '../domain/redaction/redacted.ts'
import type { Customer } from '../domain/vault.ts'
import { Chance } from './chance.ts'
import { daysBefore, type SeedContext, type SeedPart, salts } from './seed-context.ts'

/** What existing records require of new ones. */
export interface CustomerNumbers {
  readonly firstId: number
  readonly isTaken: (reference: string) => boolean
  readonly names: CustomerNames
}

/** New customers of the last year, with unused references. */
export function seedCustomers(
  part: SeedPart,
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
      name: redactText(name),
      reference: redactText(freeReference(id, isTaken)),
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

const quotes = /['"\\]/g
const longestName = 60

/** Names of Australian customers, a few of them firms. The same seed and place give the same names. */
export type CustomerNames = (seed: number, first: number, count: number) => readonly string[]

/** Loads the name generator, which is large and used only here. */
export async function loadCustomerNames(): Promise<CustomerNames> {
  const { faker } = await import('@faker-js/faker/locale/en_AU')
  const customerName = () => {
    const { company, person, number } = faker
    const isFirm = number.int(9) === 0
    const name = isFirm ? `${company.name()} Pty Ltd` : `${person.firstName()} ${person.lastName()}`
    return name.replace(quotes, '').slice(0, longestName).trim()
  }
  return (seed, first, count) => {
    // The generator is shared by the process, so each seeding draws all its names at once.
    faker.seed([seed, first])
    return Array.from({ length: count }, customerName)
  }
}
