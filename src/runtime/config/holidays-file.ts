import * as z from 'zod'
import { complaintText } from '../../document/complaint.ts'
import { readYamlDocument } from '../../document/yaml-document.ts'
import type { LocalDate } from '../../domain/time/sydney-time.ts'
import { readNamed } from '../named-file.ts'
import { unreadable } from '../read-failure.ts'
import { StartError } from '../start-error.ts'

const holidaysSchema: z.ZodType<{ readonly holidays: readonly LocalDate[] }> = z.strictObject({
  holidays: z
    .array(z.string().refine(isDate, { error: 'expected a day such as 2026-01-01' }))
    .min(1),
})

/** The days on which banks are closed, instead of the built-in ones. */
export async function readHolidays(file: string): Promise<readonly LocalDate[]> {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('holiday file', file, cause)
  })
  const { value, complaints } = await readYamlDocument(text, file, holidaysSchema)
  if (value === undefined) throw new StartError(complaints.map(complaintText).join('\n'), true)
  return value.holidays
}

// Date rolls 30 February over into March; a day that survives the round trip is a real one.
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
