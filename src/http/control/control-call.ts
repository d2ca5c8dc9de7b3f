import type * as z from 'zod'
import type { Call } from '../call.ts'
import type { ControlParts } from './parts.ts'

/** One call of the sandbox's own API: what it accepts, and what it answers with. */
export interface ControlCall<Input = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Beneath `/_sandbox`, with `{placeholders}`. */
  readonly path: string
  /** One line for whoever asks what there is. */
  readonly does: string
  /** Left out where it takes nothing and nothing is checked. */
  readonly contract?: z.ZodType<Input>
  /** `stream`: it reads the body itself. */
  readonly body?: 'stream'
  /** Whether it answers those without the control token as well. */
  readonly isOpen?: true
  /** The value to answer with as JSON; undefined where it has sent its answer itself. */
  readonly handle: (call: Call, input: Input, parts: ControlParts) => unknown
}

/** Several calls of different inputs in one list; each is only ever given its own. */
export function controlCall<Input>(definition: ControlCall<Input>): ControlCall {
  return definition as ControlCall
}
