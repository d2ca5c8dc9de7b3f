import type * as z from 'zod'
import type { ProblemCode } from '../../domain/problem.ts'
import type { LocatedObjection } from '../request-problem.ts'

/**
 * A schema's complaint in our own words. Zod carries messages only, so that the code travels in
 * front of the text and is taken off again below.
 */
export function complaint(code: ProblemCode, text: string) {
  return {
    error: (issue: { readonly input?: unknown }): string =>
      issue.input === undefined
        ? coded('missing_field', 'This field is required')
        : coded(code, text),
  }
}

/** The same, if an absent value is not a special case. */
export function coded(code: ProblemCode, text: string): string {
  return `${code}${SEPARATOR}${text}`
}

const SEPARATOR = '\u0000'

/** For checks of a whole object: made even if a member of it is wrong, so that all is said at once. */
export const evenIfFaulty = { when: () => true }

/** All that a schema found wrong, in the order of the places. */
export function objections(error: z.core.$ZodError): readonly LocatedObjection[] {
  const found = new Map<string, LocatedObjection>()
  const mistyped = new Set(error.issues.filter(isOfType).map(placeOf))
  for (const issue of error.issues) {
    const place = placeOf(issue)
    // Zod measures whatever has a length, also a list where a text should be.
    if (mistyped.has(place) && isOfSize(issue)) continue
    const location = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    found.set(`${place}\u0000${issue.message}`, { ...spoken(issue), location })
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, it]) => it)
}

function placeOf({ path }: z.core.$ZodIssue): string {
  return path.map(String).join('\u0001')
}

function isOfType({ code }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type'
}

function isOfSize({ code }: z.core.$ZodIssue): boolean {
  return code === 'too_small' || code === 'too_big'
}

function spoken(issue: z.core.$ZodIssue): Omit<LocatedObjection, 'location'> {
  const [code, text] = issue.message.split(SEPARATOR)
  if (text !== undefined) return { code: code as ProblemCode, message: text }
  return { code: 'invalid_type', message: issue.message }
}
