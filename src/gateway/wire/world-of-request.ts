import type { IncomingHttpHeaders } from 'node:http'
import { redactAddress } from '../../base/redaction/redacted.ts'
import { worldNameFault } from '../../domain/world-name.ts'
import { isApiPath, pathOf, splitWorld } from './paths.ts'
import { type Location, requestProblem } from './request-problem.ts'

/** The world of a request, as its path or its headers name it. */
interface WorldOfRequest {
  readonly world: string
  /** Where it is named. */
  readonly location: Location
  /** Otherwise the default world serves it. */
  readonly isNamed: boolean
  readonly path: string
  /** What comes before its path: `/w/blue`, or nothing. */
  readonly prefix: string
}

interface Naming {
  readonly world: string
  readonly location: Location
}

/** In a request of the API it names the world, in each response the one that served it. */
export const WORLD_HEADER = 'X-Sandbox-World'

const inPath: Location = ['path', 'world']

/** Calls of the API may name their world in a header, too; two different names are refused. */
export function worldOfRequest(url: string, headers: IncomingHttpHeaders): WorldOfRequest {
  const { world, path, prefix } = splitWorld(pathOf(url))
  const inHeaders = isApiPath(path) ? namingsIn(headers) : none
  const [first] = inHeaders
  if (first === undefined) {
    return { world, location: inPath, isNamed: prefix !== '', path, prefix }
  }
  const named = prefix === '' ? first : { world, location: inPath }
  const other = inHeaders.find((one) => one.world !== named.world)
  if (other !== undefined) {
    const message = `The request names two worlds: ${quoted(named.world)} and ${quoted(other.world)}`
    throw requestProblem('world_conflict', message, other.location)
  }
  return { ...named, isNamed: true, path, prefix }
}

const none: readonly Naming[] = []

function namingsIn(headers: IncomingHttpHeaders): readonly Naming[] {
  const { 'x-sandbox-world': own, baggage } = headers
  if (own === undefined && baggage === undefined) return none
  return [
    { world: String(own ?? ''), location: ['header', WORLD_HEADER] },
    ...inBaggage(String(baggage ?? '')).map((world) => ({
      world,
      location: ['header', 'baggage'],
    })),
  ].filter(({ world }) => world !== '')
}

/** Of the W3C header: `user=7, sandgate.world=blue;ttl=30`. */
function inBaggage(baggage: string): readonly string[] {
  return baggage.split(',').flatMap((entry) => {
    const [, value] = /^\s*sandgate\.world\s*=\s*([^;]*?)\s*(?:;|$)/.exec(entry) ?? []
    return value === undefined ? [] : [decoded(value)]
  })
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Refuses a name that no world can have. */
export function checkWorldName(name: string, location = inPath): void {
  const fault = worldNameFault(name)
  if (fault === undefined) return
  throw requestProblem('invalid_world', `Invalid world name ${quoted(name)}: ${fault}`, location)
}

function quoted(name: string): string {
  return `'${redactAddress(name).slice(0, 60)}'`
}
