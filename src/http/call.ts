import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { CommandContext } from '../domain/command-context.ts'
import type { Merchant } from '../domain/merchant.ts'
import { isCorrelationId } from '../domain/restricted-text.ts'
import type { History } from '../insight/run/history.ts'
import { type KeptText, keptText } from '../world/commands/text-key.ts'
import type { World } from '../world/world.ts'
import type { Marks } from './contract/marks.ts'
import type { Base } from './paths.ts'
import { mayUse, type User } from './pipeline/auth.ts'
import type { RedactedRequest } from './pipeline/record/redacted-request.ts'
import { problem } from './request-problem.ts'
import type { PathValues } from './route-table.ts'

export type Env = {
  Bindings: HttpBindings
  /** What stands in the placeholders of the path that was asked for. */
  Variables: { pathValues?: PathValues }
}

/** One call of the API on its way to an answer. */
export interface Call {
  readonly world: World
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly method: string
  /** Without the world in front. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names of parameters that the query has more than once. */
  readonly repeated: readonly string[]
  readonly correlation: KeptCorrelation
  readonly pathValues: PathValues
  readonly base: Base
  /** The one of the state in which it is dealt with: a reset begins another. */
  history: History
  context: CommandContext | undefined
  /** What becomes known of it on its way: who calls, what was sent, and what it means. */
  user: User | undefined
  /** Whether what was sent has been read: where its world is made for it, that comes first. */
  isRead: boolean
  bytes: Buffer | undefined
  body: unknown
  /** Which members its operation has, and which of them are secret. */
  marks: Marks | undefined
  /** What may be kept of it, once `redactedOf` was asked for it. */
  redacted: RedactedRequest | undefined
  input: unknown
}

/** A call that is known to come from someone, in a world that is ready for it. */
export interface UserCall extends Call {
  user: User
  /** What its command stands on. */
  context: CommandContext
}

/** The merchant that a call is for, if it exists and the user may act for it. */
export function merchantOf(call: UserCall, id: number, location: readonly string[]): Merchant {
  const merchant = mayUse(call.user, id) ? call.world.environment.merchant(id) : undefined
  if (merchant === undefined) {
    throw problem('forbidden_merchant', `This user may not use merchant ${id}`, location)
  }
  return merchant
}

/** A call's correlation id, read once. */
export interface Correlation {
  /** As it came; an empty header counts as none. */
  readonly given: string | undefined
  /** The same if it is a good one: a bad one comes back with no answer, it could hold a header. */
  readonly id: string | undefined
}

export function correlationOf({ headers }: Pick<IncomingMessage, 'headers'>): Correlation {
  const value = headers['x-correlation-id']
  if (typeof value !== 'string' || value === '') return none
  return { given: value, id: isCorrelationId(value) ? value : undefined }
}

const none: Correlation = { given: undefined, id: undefined }

/** The same with what a world keeps of a good one. */
export interface KeptCorrelation extends Correlation {
  readonly kept: KeptText | undefined
}

export function keptCorrelation(world: World, correlation: Correlation): KeptCorrelation {
  const { given, id } = correlation
  return { given, id, kept: id === undefined ? undefined : keptText(world, id) }
}
