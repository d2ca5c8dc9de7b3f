import type * as z from 'zod'
import type { ProblemCode } from '../../../domain/problem.ts'
import type { LocatedObjection } from '../request-problem.ts'

/** The error of a schema: a text for people, and its code among the parameters of the issue. */
export function coded(code: ProblemCode, text: string | ((input: unknown) => string)) {
  return {
    error: (issue: RawIssue): string =>
      refusal(issue, code, typeof text === 'string' ? text : text(issue.input)),
  }
}

/** The same, but an absent value is a missing field. */
export function complaint(code: ProblemCode, text: string) {
  return {
    error: (issue: RawIssue): string =>
      issue.input === undefined ? missing(issue) : refusal(issue, code, text),
  }
}

export interface RawIssue {
  readonly input?: unknown
}

function missing(issue: RawIssue): string {
  return refusal(issue, 'missing_field', 'This field is required')
}

/** For an error map that decides by itself. Zod keeps the parameters of an issue that its error map has seen. */
export function refusal(issue: RawIssue, code: ProblemCode, text: string): string {
  Object.assign(issue, { params: { code } })
  return text
}

/** For a check that adds its issues itself. */
export function codedIssue(code: ProblemCode, message: string, path: readonly PropertyKey[] = []) {
  return { code: 'custom' as const, message, path: [...path], params: { code } }
}

/** For checks of a whole object: run even if a member is invalid, so that all errors are reported at once. */
export const checkAlways = { when: () => true }

/** All errors that a schema found, sorted by location. */
export function objections(error: z.core.$ZodError): readonly LocatedObjection[] {
  const found = new Map<string, LocatedObjection>()
  const mistyped = new Set(
    error.issues.filter(({ code }) => code === 'invalid_type').map(pathOfIssue),
  )
  for (const issue of error.issues) {
    const path = pathOfIssue(issue)
    // Zod also measures the length of a list where a text is expected.
    const isOfSize = issue.code === 'too_small' || issue.code === 'too_big'
    if (isOfSize && mistyped.has(path)) continue
    const location = issue.path.map(String)
    const { message } = issue
    const code = codeOf(issue)
    found.set(`${path}\u0000${code}\u0000${message}`, { code, message, location })
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, it]) => it)
}

function pathOfIssue({ path }: z.core.$ZodIssue): string {
  return path.map(String).join('\u0001')
}

/** The code of an issue; one that no schema of ours has worded is of the wrong type. */
function codeOf(issue: z.core.$ZodIssue): ProblemCode {
  return paramsOf(issue)?.code ?? 'invalid_type'
}

function paramsOf(issue: object): { readonly code: ProblemCode } | undefined {
  return (issue as { readonly params?: { readonly code: ProblemCode } }).params
}
