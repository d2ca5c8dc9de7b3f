import { addDays, isBankingDay } from '../../domain/time/banking-day.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { sydneyInstant } from '../../domain/time/sydney-time.ts'
import type { World } from '../../world/world.ts'
import type { CalendarDay } from './visit.ts'

/** Days as the banks of this sandbox see them. */
export function calendarDays(world: World, from: string, days: number): readonly CalendarDay[] {
  const { calendar } = world.environment
  return Array.from({ length: days }, (_, i) => {
    const date = addDays(from, i)
    return {
      date,
      isBankingDay: isBankingDay(date, calendar),
      startsAt: isoUtc(sydneyInstant(date, '00:00')),
    }
  })
}
