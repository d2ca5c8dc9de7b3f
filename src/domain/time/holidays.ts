import file from './holidays.json' with { type: 'json' }
import type { LocalDate } from './sydney-time.ts'

// New South Wales, 2024 to 2030, in the shape of the file that a config may name instead.
export const defaultHolidays: readonly LocalDate[] = file.holidays
