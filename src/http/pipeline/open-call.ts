import type { Context } from 'hono'
import { hasCardNumber, redactAddress } from '../../domain/redaction/redacted.ts'
import type { World } from '../../world/world.ts'
import { type Call, type Correlation, correlationOf, type Env, keptCorrelation } from '../call.ts'
import { type KnownHosts, refuseUnknownHost } from '../host-check.ts'
import { pathOf, splitWorld } from '../paths.ts'
import { problem } from '../request-problem.ts'
import type { PathValues } from '../route-table.ts'

/** Where worlds come from: named ones are made when they are first asked for. */
export interface Worlds {
  /** Undefined: it has yet to be opened. */
  ready(name: string): World | undefined
  open(name: string): Promise<World>
  /** Whether there is one of that name, open or not. */
  has(name: string): boolean
  /** Takes it away again if it was made for a single call; false if it stays. */
  abandon(name: string): Promise<boolean>
}

/** What must be known to make sense of a call's address. */
export interface Address {
  readonly worlds: Worlds
  readonly hosts: KnownHosts
  readonly publicUrl: string | undefined
  readonly scheme: 'http' | 'https'
}

export const API = '/v1'

/** Who is called: the world and the path in it; undefined where the world has yet to be opened. */
export function readyCall(address: Address, context: Context<Env>): Call | undefined {
  refuseUnknownHost(address.hosts, context.env.incoming.headers.host)
  const { world: name, path } = placeIn(context)
  const world = address.worlds.ready(name)
  return world && callIn(address, context, { world, path })
}

/** The same with a world that is opened or made; `admit` is asked first, and throws where it may not be. */
export async function openCall(
  address: Address,
  context: Context<Env>,
  admit: () => void = anybody,
): Promise<Call> {
  const ready = readyCall(address, context)
  if (ready !== undefined) return ready
  admit()
  const { world: name, path } = placeIn(context)
  for (;;) {
    const world = await openWorld(address.worlds, name)
    // With many at once, it may have been closed again before it was entered.
    if (!world.isClosed) return callIn(address, context, { world, path })
  }
}

interface InWorld {
  readonly world: World
  /** Without the world in front. */
  readonly path: string
}

/** A call in a world, which stays open for as long as it takes. */
function callIn(address: Address, context: Context<Env>, place: InWorld): Call {
  const { world } = place
  const { outgoing } = context.env
  // The default one is never closed.
  if (world.name !== 'default' && !outgoing.destroyed) {
    world.enter()
    outgoing.once('close', () => world.leave())
  }
  return callOf(address, context, place)
}

/** By the address that the router went by: `incoming.url` may be absolute, or have `..` in it. */
function placeIn({ req }: Context<Env>) {
  return splitWorld(pathOf(req.url))
}

function anybody(): void {
  // Nothing more is asked of the client.
}

/** Whether a call's world is there without being made for it. */
export function isWorldReady(address: Address, context: Context<Env>): boolean {
  refuseUnknownHost(address.hosts, context.env.incoming.headers.host)
  const { world } = placeIn(context)
  checkWorldName(world)
  return address.worlds.ready(world) !== undefined
}

/** Whether a call's world exists, open or not. */
export function isWorldKnown({ worlds }: Address, context: Context<Env>): boolean {
  const { world } = placeIn(context)
  checkWorldName(world)
  return worlds.has(world)
}

/** What a call asks for besides its body. */
export interface CallParameters extends Pick<Call, 'query' | 'repeated' | 'pathValues'> {
  readonly correlation: Correlation
}

/** The same of a call that has no world yet. */
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
    query: Object.fromEntries(given),
    repeated: given.length < 2 ? [] : repeatedNames(given),
    correlation: keptCorrelation(world, correlationOf(incoming)),
    pathValues: valuesIn(context),
    base: { api: originOf(address, incoming.headers.host) + prefixOf(world) + API },
    history: world.history,
    context: undefined,
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

/** What stands in the address besides the world. */
export function givenIn(context: Context<Env>) {
  return { path: valuesIn(context), query: Object.fromEntries(parametersIn(context)) }
}

function parametersIn({ req: { url } }: Context<Env>): readonly (readonly [string, string])[] {
  const mark = url.indexOf('?')
  return mark === -1 ? [] : [...new URLSearchParams(url.slice(mark + 1))]
}

/** Its body may have been long in coming: the world may have been reset since, or removed. */
export function meetWorld(call: Call): void {
  call.world.refuseIfClosed()
  call.history = call.world.history
}

const worldName = /^[a-z0-9-]{1,40}$/

/** Windows keeps these for devices: no folder can be called so. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

/** A world by a name that may be anything. */
export async function openWorld(worlds: Worlds, name: string): Promise<World> {
  checkWorldName(name)
  return await worlds.open(name)
}

/** Refuses a name that no world can have. */
export function checkWorldName(name: string): void {
  // A name ends up in links, lists and file names, where no card number may be.
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

/** What stands before the paths of a world other than the default one. */
export function prefixOf({ name }: Pick<World, 'name'>): string {
  return name === 'default' ? '' : `/w/${name}`
}

function repeatedNames(given: readonly (readonly [string, string])[]): readonly string[] {
  const names = given.map(([name]) => name)
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}
