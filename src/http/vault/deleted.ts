import { type Answer, jsonAnswer } from '../answer.ts'
import type { UserCall } from '../call.ts'

/** The answer to a deletion: nothing, or an object with nothing in it. */
export function deleted({ world }: UserCall): Answer {
  const status = world.environment.assumptions.status.deleted
  return status === 204 ? { status, headers: {}, body: undefined } : jsonAnswer(status, {})
}
