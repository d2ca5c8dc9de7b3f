import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type KeyedText, keyedText } from '../../base/redaction/redacted.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { correlationId } from '../../domain/restricted-text.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { History } from '../../record/history.ts'
import type { World } from '../world/world.ts'
import { type KnownHosts, mayUse, refuseUnknownHost, type User } from './caller.ts'
import type { Check } from './contract/check.ts'
import { API, type Base, checkWorldName, type PathValues, pathOf, worldOfRequest } from './paths.ts'
import type { RedactedRequest } from './pipeline/record/redacted-request.ts'
import { inOrder, RequestProblem, repeatedParameter, requestProblem } from './request-problem.ts'

export type Env = { Bindings: HttpBindings }

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
  /** Its correlation id, with its stored form if it is valid. */
  readonly correlation: Correlation & { readonly keyed: KeyedText | undefined }
  readonly pathValues: PathValues
  /** Whether it names its world. */
  readonly isOfWorld: boolean
  readonly base: Base
  /** When it arrived: in sandbox time, in real time, and as a sequence number. */
  readonly at: Instant
  readonly realAt: Instant
  readonly arrived: number
}

/** A call of an operation in its turn: who calls is known, and what was sent is read. */
export interface UserCall extends Call {
  readonly user: User
  /** The context of its command. */
  readonly context: CommandContext
  /** The history of the state that handles it: a reset starts a new one. */
  readonly history: History
  readonly body: unknown
  readonly redacted: RedactedRequest
}

/** Neither a spread nor an assignment: without one object shape for all, a request takes a fifth longer. */
export function userCall(
  call: Call,
  { user, context, history, body, redacted }: Omit<UserCall, keyof Call>,
): UserCall {
  return {
    world: call.world,
    incoming: call.incoming,
    outgoing: call.outgoing,
    method: call.method,
    path: call.path,
    query: call.query,
    repeated: call.repeated,
    correlation: call.correlation,
    pathValues: call.pathValues,
    isOfWorld: call.isOfWorld,
    base: call.base,
    at: call.at,
    realAt: call.realAt,
    arrived: call.arrived,
    user,
    context,
    history,
    body,
    redacted,
  }
}

/** The parts of a request, checked by the contract of its operation. Repeated parameters are refused with all other errors. */
export function checkedRequest(
  check: Check<unknown>,
  { correlation, pathValues, query, repeated }: Call,
  body: unknown,
): unknown {
  const { given } = correlation
  const header = given === undefined ? noValues : { 'X-Correlation-Id': given }
  const request = { header, path: pathValues, query, body }
  if (repeated.length === 0) return check.plain?.(request) ?? check(request)
  const found = repeated.map(repeatedParameter)
  try {
    check(request)
  } catch (cause) {
    if (!(cause instanceof RequestProblem)) throw cause
    found.push(...cause.located)
  }
  throw new RequestProblem(inOrder(found))
}

/** The merchant of a call, if it exists and the user may act for it. */
export function merchantOf(call: UserCall, id: number, location: readonly string[]): Merchant {
  const merchant = mayUse(call.user, id) ? call.world.environment.merchant(id) : undefined
  if (merchant === undefined) {
    throw requestProblem('forbidden_merchant', `This user may not use merchant ${id}`, location)
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
  return { given: value, id: correlationId.test(value) ? value : undefined }
}

const none: Correlation = { given: undefined, id: undefined }

/** Provides worlds; named ones are created on first use. */
export interface Worlds {
  /** Undefined if the world is not open. */
  ready(name: string): World | undefined
  open(name: string): Promise<World>
  /** Whether a world of that name exists, open or not. */
  has(name: string): boolean
}

/** What is needed to interpret the address of a call. */
export interface Address {
  readonly worlds: Worlds
  readonly hosts: KnownHosts
  readonly publicUrl: string | undefined
  readonly scheme: 'http' | 'https'
}

/** The call in its world, if that is open: most are. `values`: those of the route, unless there is none. */
export function readyCall(
  address: Address,
  context: Context<Env>,
  values: PathValues = context.req.param(),
): Call | undefined {
  const { incoming } = context.env
  refuseUnknownHost(address.hosts, incoming.headers.host)
  // The URL that the router used: `incoming.url` may be absolute or contain `..`.
  const named = worldOfRequest(context.req.url, incoming.headers)
  const world = address.worlds.ready(named.world)
  return world && callIn(address, context, { ...named, world, values })
}

/**
 * Opens or creates the world of a call. `admit` runs before that and may throw, or name an open world
 * that records the call instead.
 */
export async function openCall(
  address: Address,
  context: Context<Env>,
  admit?: () => string | undefined,
): Promise<Call> {
  const ready = readyCall(address, context)
  if (ready !== undefined) return ready
  const { req, env } = context
  const named = worldOfRequest(req.url, env.incoming.headers)
  checkWorldName(named.world, named.location)
  const other = admit?.()
  const world = await address.worlds.open(other ?? named.world)
  const path = other === undefined ? named.path : pathOf(req.url)
  return callIn(address, context, { ...named, world, path, values: req.param() })
}

let lastInSequence = 0

/**
 * The next number in the order of everything that happens on the wire. Clocks are too coarse to say
 * whether a request came before an answer.
 */
export function nextInSequence(): number {
  lastInSequence += 1
  return lastInSequence
}

interface Routed {
  readonly world: World
  readonly path: string
  readonly prefix: string
  readonly isNamed: boolean
  readonly values: PathValues
}

function callIn(
  address: Address,
  context: Context<Env>,
  { world, path, prefix, isNamed, values }: Routed,
): Call {
  const { incoming, outgoing } = context.env
  const { url } = context.req
  const { given, id } = correlationOf(incoming)
  const parameters = url.includes('?') ? parametersOf(url) : noParameters
  return {
    world,
    incoming,
    outgoing,
    method: incoming.method ?? 'GET',
    path,
    query: parameters.length === 0 ? noValues : Object.fromEntries(parameters),
    repeated: parameters.length < 2 ? [] : repeatedNames(parameters),
    correlation: { given, id, keyed: id === undefined ? undefined : keyedText(world, id) },
    pathValues: values,
    isOfWorld: isNamed,
    base: { api: originOf(address, incoming.headers.host) + prefix + API },
    at: world.now(),
    realAt: world.environment.realTime(),
    arrived: nextInSequence(),
  }
}

const noValues: PathValues = {}

type Parameters = readonly (readonly [name: string, value: string])[]

const noParameters: Parameters = []

/** In characters. */
const LONGEST_QUERY = 4096
const MOST_PARAMETERS = 64

/** The query of an address; bounded, because it is read before anybody is asked for credentials. */
export function parametersOf(url: string): Parameters {
  const query = url.slice(url.indexOf('?') + 1)
  if (query.length > LONGEST_QUERY || query.split('&').length > MOST_PARAMETERS) {
    const bounds = `${LONGEST_QUERY} characters and ${MOST_PARAMETERS} parameters`
    throw requestProblem('malformed_request', `A query has at most ${bounds}`, ['query'])
  }
  return [...new URLSearchParams(query)]
}

function repeatedNames(given: Parameters): readonly string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const [name] of given) (seen.has(name) ? repeated : seen).add(name)
  return [...repeated]
}

export function originOf({ publicUrl, scheme }: Address, host: string | undefined): string {
  return publicUrl?.replace(/\/$/, '') ?? `${scheme}://${host ?? 'localhost'}`
}
