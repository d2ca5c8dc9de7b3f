import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { CommandContext } from '../domain/command-context.ts'
import type { Merchant } from '../domain/merchant.ts'
import { isCorrelationId } from '../domain/restricted-text.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { Turns } from '../insight/exchange.ts'
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
  /** The values of the placeholders in the requested path. */
  Variables: { pathValues?: PathValues }
}

/** One call of the API, from request to answer. */
export interface Call {
  readonly world: World
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly method: string
  /** Without the `/w/<world>` prefix. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names of query parameters that occur more than once. */
  readonly repeated: readonly string[]
  readonly correlation: KeptCorrelation
  readonly pathValues: PathValues
  readonly base: Base
  /** When it arrived: in sandbox time, in real time, and as a sequence number. */
  readonly at: Instant
  readonly realAt: Instant
  arrived: number
  /** The history of the state that handles the call: a reset starts a new one. */
  history: History
  context: CommandContext | undefined
  /** Undefined until it is processed. */
  turns: Turns | undefined
  /** Filled in on the way: who calls, what was sent, and what it means. */
  user: User | undefined
  /** Whether the body has been read: it is read early if the call creates its world. */
  isRead: boolean
  bytes: Buffer | undefined
  body: unknown
  /** Which members its operation has, and which of them are secret. */
  marks: Marks | undefined
  /** The redacted request, once `redactedOf` has built it. */
  redacted: RedactedRequest | undefined
  input: unknown
}

/** A call from a known user, in a world that is up to date. */
export interface UserCall extends Call {
  user: User
  /** The context of its command. */
  context: CommandContext
}

/** The merchant of a call, if it exists and the user may act for it. */
export function merchantOf(call: UserCall, id: number, location: readonly string[]): Merchant {
  const merchant = mayUse(call.user, id) ? call.world.environment.merchant(id) : undefined
  if (merchant === undefined) {
    throw problem('forbidden_merchant', `This user may not use merchant ${id}`, location)
  }
  return merchant
}

/** A call's correlation id, read once. */
export interface Correlation {
  /** As sent; an empty header counts as none. */
  readonly given: string | undefined
  /** The id if it is valid. An invalid one is not echoed, as it could inject a header. */
  readonly id: string | undefined
}

export function correlationOf({ headers }: Pick<IncomingMessage, 'headers'>): Correlation {
  const value = headers['x-correlation-id']
  if (typeof value !== 'string' || value === '') return none
  return { given: value, id: isCorrelationId(value) ? value : undefined }
}

const none: Correlation = { given: undefined, id: undefined }

/** A correlation id together with its stored form, if it is valid. */
export interface KeptCorrelation extends Correlation {
  readonly kept: KeptText | undefined
}

export function keptCorrelation(world: World, correlation: Correlation): KeptCorrelation {
  const { given, id } = correlation
  return { given, id, kept: id === undefined ? undefined : keptText(world, id) }
}
