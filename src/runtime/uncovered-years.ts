import type { BankingCalendar } from '../domain/time/banking-day.ts'

/** Says, once for each year, that its holidays are not known: settlement dates there may be wrong. */
export function reportUncovered(
  { years }: BankingCalendar,
  log: (line: string) => void,
): (year: number) => void {
  const reported = new Set<number>()
  return (year) => {
    if (years.has(year) || reported.has(year)) return
    reported.add(year)
    log(
      `No holidays are known for ${year}: only weekends are left out of its banking days; name a file in the config's holidays`,
    )
  }
}
