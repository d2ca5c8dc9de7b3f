import { unknownNames } from '../../../document/nearest-word.ts'
import { problem } from '../../../domain/problem.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { Call } from '../../call.ts'
import type { HealthAnswer } from '../../contract/control/control-answers.ts'
import { controlCall } from '../control-call.ts'
import type { ControlParts } from '../parts.ts'

export const health = controlCall({
  method: 'GET',
  path: '/health',
  does: 'Say that the sandbox answers, its version and its time',
  isOpen: true,
  handle: healthAnswer,
})

// Without a contract: the first call of a start must not wait for zod.
function healthAnswer(
  { world, query }: Call,
  _input: unknown,
  { version }: ControlParts,
): HealthAnswer {
  const [unknown] = Object.keys(query)
  if (unknown !== undefined) {
    throw problem('invalid_format', unknownNames([unknown], []), ['query'])
  }
  return { status: 'ok', version, world: world.name, now: isoUtc(world.now()) }
}
