import type { Context } from 'hono'
import { hasCardNumber, redactAddress } from '../../domain/redaction/redacted.ts'
import type { World } from '../../world/world.ts'
import { type Call, type Correlation, correlationOf, type Env, keptCorrelation } from '../call.ts'
import { type KnownHosts, refuseUnknownHost } from '../host-check.ts'
import { pathOf, splitWorld } from '../paths.ts'
import { problem } from '../request-problem.ts'
import type { PathValues } from '../route-table.ts'
import { nextInSequence } from './record/sequence.ts'

/** Provides worlds; named ones are created on first use. */
export interface Worlds {
  /** Undefined if the world is not open. */
  ready(name: string): World | undefined
  open(name: string): Promise<World>
  /** Whether a world of that name exists, open or not. */
  has(name: string): boolean
  /** Removes a world that was created for a single call; false if it stays. */
  abandon(name: string): Promise<boolean>
}

/** What is needed to interpret the address of a call. */
export interface Address {
  readonly worlds: Worlds
  readonly hosts: KnownHosts
  readonly publicUrl: string | undefined
  readonly scheme: 'http' | 'https'
}

export const API = '/v1'

/** The call, with its world and path; undefined if the world is not open yet. */
export function readyCall(address: Address, context: Context<Env>): Call | undefined {
  refuseUnknownHost(address.hosts, context.env.incoming.headers.host)
  const { world: name, path } = placeIn(context)
  const world = address.worlds.ready(name)
  return world && callIn(address, context, { world, path })
}

/** The call in the default world, whatever world its address names; its path shows which. */
export function defaultCall(address: Address, context: Context<Env>): Call | undefined {
  const world = address.worlds.ready('default')
  return world && callIn(address, context, { world, path: pathOf(context.req.url) })
}

/** Like `readyCall`, but opens or creates the world; `admit` runs before that and may throw. */
export async function openCall(
  address: Address,
  context: Context<Env>,
  admit?: () => void,
): Promise<Call> {
  const ready = readyCall(address, context)
  if (ready !== undefined) return ready
  admit?.()
  const { world: name, path } = placeIn(context)
  for (;;) {
    const world = await openWorld(address.worlds, name)
    // With many worlds in use, it may have been closed again before this call entered it.
    if (!world.isClosed) return callIn(address, context, { world, path })
  }
}

interface InWorld {
  readonly world: World
  /** Without the `/w/<world>` prefix. */
  readonly path: string
}

/** A call in a world, which stays open until the call ends. */
function callIn(address: Address, context: Context<Env>, place: InWorld): Call {
  const { world } = place
  const { outgoing } = context.env
  // The default world is never closed.
  if (world.name !== 'default' && !outgoing.destroyed) {
    world.enter()
    outgoing.once('close', () => world.leave())
  }
  return callOf(address, context, place)
}

/** Uses the URL that the router used: `incoming.url` may be absolute or contain `..`. */
function placeIn({ req }: Context<Env>) {
  return splitWorld(pathOf(req.url))
}

/** Whether the world of a call is already open. */
export function isWorldReady(address: Address, context: Context<Env>): boolean {
  refuseUnknownHost(address.hosts, context.env.incoming.headers.host)
  const { world } = placeIn(context)
  checkWorldName(world)
  return address.worlds.ready(world) !== undefined
}

/** Whether the world of a call exists, open or not. */
export function isWorldKnown({ worlds }: Address, context: Context<Env>): boolean {
  const { world } = placeIn(context)
  checkWorldName(world)
  return worlds.has(world)
}

/** Everything that a call sends except its body. */
export interface CallParameters extends Pick<Call, 'query' | 'repeated' | 'pathValues'> {
  readonly correlation: Correlation
}

/** The parameters of a call that has no world yet. */
export function parametersOf(context: Context<Env>): CallParameters {
  const given = parametersIn(context)
  return {
    query: Object.fromEntries(given),
    repeated: repeatedNames(given),
    correlation: correlationOf(context.env.incoming),
    pathValues: valuesIn(context),
  }
}

function callOf(address: Address, context: Context<Env>, { world, path }: InWorld): Call {
  const { incoming, outgoing } = context.env
  const given = parametersIn(context)
  return {
    world,
    incoming,
    outgoing,
    method: incoming.method ?? 'GET',
    path,
    query: given.length === 0 ? noValues : Object.fromEntries(given),
    repeated: given.length < 2 ? [] : repeatedNames(given),
    correlation: keptCorrelation(world, correlationOf(incoming)),
    pathValues: valuesIn(context),
    base: { api: originOf(address, incoming.headers.host) + prefixOf(world) + API },
    at: world.now(),
    realAt: world.environment.realTime(),
    arrived: nextInSequence(),
    history: world.history,
    context: undefined,
    turns: undefined,
    user: undefined,
    isRead: false,
    bytes: undefined,
    body: undefined,
    marks: undefined,
    redacted: undefined,
    input: undefined,
  }
}

function valuesIn(context: Context<Env>): PathValues {
  return context.get('pathValues') ?? noValues
}

const noValues: PathValues = {}

function parametersIn({ req: { url } }: Context<Env>): readonly (readonly [string, string])[] {
  const mark = url.indexOf('?')
  return mark === -1 ? [] : [...new URLSearchParams(url.slice(mark + 1))]
}

/** The body may have taken long to arrive: the world may have been removed since. */
export function meetWorld({ world }: Call): void {
  world.refuseIfClosed()
}

const worldName = /^[a-z0-9-]{1,40}$/

/** Windows reserves these names for devices, so no folder can have them. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

/** Opens a world by an unchecked name. */
export async function openWorld(worlds: Worlds, name: string): Promise<World> {
  checkWorldName(name)
  return await worlds.open(name)
}

/** Refuses a name that no world can have. */
export function checkWorldName(name: string): void {
  // A world's name appears in links, lists and file names, which must not contain a card number.
  if (!worldName.test(name) || hasCardNumber(name)) {
    const shown = redactAddress(name).slice(0, 60)
    const form = 'use 1 to 40 of a-z, 0-9 and -, and no card number'
    const message = `Invalid world name '${shown}': ${form}`
    throw problem('invalid_world', message, ['path', 'world'])
  }
  if (deviceName.test(name)) {
    const message = `Invalid world name '${name}': Windows keeps it for a device`
    throw problem('invalid_world', message, ['path', 'world'])
  }
}

export function originOf({ publicUrl, scheme }: Address, host: string | undefined): string {
  return publicUrl?.replace(/\/$/, '') ?? `${scheme}://${host ?? 'localhost'}`
}

/** The path prefix of a world; empty for the default one. */
export function prefixOf({ name }: Pick<World, 'name'>): string {
  return name === 'default' ? '' : `/w/${name}`
}

function repeatedNames(given: readonly (readonly [string, string])[]): readonly string[] {
  const names = given.map(([name]) => name)
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}
