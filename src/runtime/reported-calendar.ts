import { type BankingCalendar, bankingCalendar, coversYear } from '../domain/time/banking-day.ts'
import type { LocalDate } from '../domain/time/sydney-time.ts'

/**
 * A calendar that says, once for each year, that it was asked about one whose holidays it does not
 * know: settlement dates there may be wrong.
 */
export function reportedCalendar(
  holidays: readonly LocalDate[],
  log: (line: string) => void,
): BankingCalendar {
  const calendar = bankingCalendar(holidays)
  return { ...calendar, holidays: new ReportingDays(calendar, log) }
}

class ReportingDays extends Set<LocalDate> {
  readonly #calendar: BankingCalendar
  readonly #log: (line: string) => void
  readonly #reported = new Set<string>()

  constructor(calendar: BankingCalendar, log: (line: string) => void) {
    super(calendar.holidays)
    this.#calendar = calendar
    this.#log = log
  }

  override has(date: LocalDate): boolean {
    if (super.has(date)) return true
    if (!coversYear(this.#calendar, date)) this.#report(date.slice(0, 4))
    return false
  }

  #report(year: string): void {
    if (this.#reported.has(year)) return
    this.#reported.add(year)
    this.#log(
      `No holidays are known for ${year}: only weekends are left out of its banking days; name a file in the config's holidays`,
    )
  }
}
