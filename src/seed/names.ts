const quotes = /['"\\]/g
const longest = 60

/** Names of Australian customers, a few of them firms. The same seed and place give the same names. */
export type CustomerNames = (seed: number, first: number, count: number) => readonly string[]

/** Brings the generator of names along, which is large and which nothing else needs. */
export async function loadCustomerNames(): Promise<CustomerNames> {
  const { faker } = await import('@faker-js/faker/locale/en_AU')
  const customerName = () => {
    const { company, person, number } = faker
    const isFirm = number.int(9) === 0
    const name = isFirm ? `${company.name()} Pty Ltd` : `${person.firstName()} ${person.lastName()}`
    return name.replace(quotes, '').slice(0, longest).trim()
  }
  return (seed, first, count) => {
    // One generator serves the process; whoever seeds it draws all that it needs before anyone else can.
    faker.seed([seed, first])
    return Array.from({ length: count }, customerName)
  }
}
