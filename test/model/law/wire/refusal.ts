import type { Expected, Pattern } from './expected.ts'
import { either, oneOf, someText } from './expected.ts'

/** One thing that is wrong with a request. Several codes where the rules leave open which. */
export interface Objection {
  readonly codes: readonly string[]
  readonly location: readonly string[]
  /** The location may go deeper than this. */
  readonly isAbout?: boolean
  /** Whether it is told is open: what else is wrong may hide it. */
  readonly isPossible?: boolean
}

export function objection(codes: string | readonly string[], ...location: string[]): Objection {
  return { codes: typeof codes === 'string' ? [codes] : codes, location }
}

export function refused(status: number, objections: readonly Objection[]): Expected {
  const sorted = objections.toSorted(inOrder)
  const hidden = sorted.filter(({ isPossible }) => !isPossible)
  if (hidden.length === sorted.length || hidden.length === 0) return errors(status, sorted)
  return { status, body: either(errors(status, sorted).body, errors(status, hidden).body) }
}

function errors(status: number, objections: readonly Objection[]): Expected {
  return { status, body: { errors: objections.map(errorOf) } }
}

/** The rules give the status and the code, and leave the place open. */
export function refusedWith(status: number, ...codes: readonly string[]): Expected {
  const error = { error_code: oneOf(...codes), error_message: someText, location: someList }
  return { status, body: { errors: [error] } }
}

function errorOf({ codes, location, isAbout }: Objection): Pattern {
  const place = isAbout ? startingWith(location) : location
  return { error_code: oneOf(...codes), error_message: someText, location: place }
}

function someList(value: unknown): string | undefined {
  return Array.isArray(value) ? undefined : 'a list expected'
}

function startingWith(location: readonly string[]) {
  return (value: unknown) => {
    const isBelow = Array.isArray(value) && location.every((part, place) => value[place] === part)
    return isBelow ? undefined : `a place in ${location.join('.')} expected`
  }
}

/** By place; what is wrong in the same place, by its code. */
function inOrder(one: Objection, other: Objection): number {
  const [left = '', right = ''] = [one.codes[0], other.codes[0]]
  return compared(one.location, other.location) || (left < right ? -1 : 1)
}

function compared(one: readonly string[], other: readonly string[]): number {
  for (let place = 0; place < Math.max(one.length, other.length); place += 1) {
    const [left, right] = [one[place], other[place]]
    if (left === undefined) return -1
    if (right === undefined) return 1
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
