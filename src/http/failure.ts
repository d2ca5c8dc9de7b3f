import { isOutOfFiles } from '../document/file-failure.ts'
import { Problem } from '../domain/problem.ts'
import type { Answer } from './answer.ts'
import { refusal } from './problem-response.ts'
import { problem } from './request-problem.ts'

interface Failing {
  readonly log: (line: string, cause?: unknown) => void
}

/** A refusal is an answer; any other error is an internal failure, which the log explains. */
export function failure(api: Failing, cause: unknown): Answer {
  if (cause instanceof Problem) {
    const headers: Record<string, string> =
      cause.code === 'unauthenticated'
        ? { 'WWW-Authenticate': 'Basic realm="sandgate", Bearer realm="sandgate"' }
        : {}
    return refusal(cause, headers)
  }
  if (isOutOfFiles(cause)) {
    const message = 'The sandbox has too many files open; try again, or raise ulimit -n'
    return { ...refusal(problem('internal_error', message), { 'Retry-After': '1' }), status: 503 }
  }
  api.log('A request failed inside the sandbox', cause)
  const message = 'The sandbox failed to answer; its log says why'
  return refusal(problem('internal_error', message))
}
