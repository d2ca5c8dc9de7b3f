import type { Redacted } from '../base/redaction/redacted.ts'

/**
 * Not the control API, and no other host: a recorded call may be copied and sent again. A line break
 * would hide what follows it.
 */
const apiPath =
  /^\/(?!\/+(?!v1(?:\/|$)))(?!(?:w\/[^/]*\/)?_sandbox(?:\/|$))(?!.*\/\.\.?(?:\/|$))\P{Cc}*$/u

/** Whether a run file may have a request with this path. */
export function isRecordedPath(path: string): boolean {
  return apiPath.test(path)
}

/** A path in a form that may be recorded: `//host/x` is `/%2Fhost/x`. */
export function recordedPath(path: Redacted): Redacted {
  if (isRecordedPath(path)) return path
  const escaped = path.replace(/^\/\//, '/%2F').replaceAll(/\p{Cc}/gu, encodeURIComponent)
  return escaped as Redacted
}
