import type * as z from 'zod'
import type { ProblemCode } from '../../domain/problem.ts'
import type { LocatedObjection } from '../request-problem.ts'

/**
 * The error message of a schema. Zod carries only messages, so the code is put in front of the text
 * and split off again in `objections`.
 */
export function complaint(code: ProblemCode, text: string) {
  return {
    error: (issue: { readonly input?: unknown }): string =>
      issue.input === undefined
        ? coded('missing_field', 'This field is required')
        : coded(code, text),
  }
}

/** The same without a special case for an absent value. */
export function coded(code: ProblemCode, text: string): string {
  return `${code}${SEPARATOR}${text}`
}

const SEPARATOR = '\u0000'

/** For checks of a whole object: run even if a member is invalid, so that all errors are reported at once. */
export const checkAlways = { when: () => true }

/** All errors that a schema found, sorted by location. */
export function objections(error: z.core.$ZodError): readonly LocatedObjection[] {
  const found = new Map<string, LocatedObjection>()
  const mistyped = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(placeOf))
  for (const issue of error.issues) {
    const place = placeOf(issue)
    // Zod also measures the length of a list where a text is expected.
    const isOfSize = issue.code === 'too_small' || issue.code === 'too_big'
    if (isOfSize && mistyped.has(place)) continue
    const location = issue.path.map(String)
    found.set(`${place}\u0000${issue.message}`, { ...codeAndMessage(issue), location })
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, it]) => it)
}

function placeOf({ path }: z.core.$ZodIssue): string {
  return path.map(String).join('\u0001')
}

function codeAndMessage(issue: z.core.$ZodIssue): Omit<LocatedObjection, 'location'> {
  const [code, text] = issue.message.split(SEPARATOR)
  if (text !== undefined) return { code: code as ProblemCode, message: text }
  return { code: 'invalid_type', message: issue.message }
}
