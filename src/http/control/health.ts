import { isoUtc } from '../../domain/instant.ts'
import type { Call } from '../call.ts'
import type { HealthAnswer } from '../contract/control-answers.ts'
import { controlCall } from './control-call.ts'
import type { ControlParts } from './parts.ts'

export const health = controlCall({
  method: 'GET',
  path: '/health',
  does: 'Say that the sandbox answers, its version and its time',
  isOpen: true,
  handle: healthAnswer,
})

function healthAnswer({ world }: Call, _input: unknown, { version }: ControlParts): HealthAnswer {
  return { status: 'ok', version, world: world.name, now: isoUtc(world.now()) }
}
