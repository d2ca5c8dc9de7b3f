import type { Fault } from '../../base/documents/complaint.ts'
import { redactText } from '../../base/redaction/redacted.ts'
import { didYouMean } from '../../base/text/nearest-word.ts'

// The name is part of a URL (DELETE /_sandbox/scenarios/{name}) and of a header value.
export const scenarioName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

/** What is wrong with the path of a file in place of a scenario's name; undefined of anything else. */
export function pathFault(text: unknown): string | undefined {
  const [, stem] = /([^\\/]+?)(?:\.ya?ml|\.json)?$/.exec(String(text)) ?? []
  if (stem === undefined || stem === text || !scenarioName.test(stem)) return undefined
  return `expected a name, found a path; a file in this folder is found by its name alone: ${stem}`
}

/** A scenario's name and references; faulty scenarios have one too. */
export interface Outline {
  readonly name: string | undefined
  /** The usable names in `extends`, each with its path. */
  readonly bases: readonly { readonly name: string; readonly index: number }[]
}

/** The outline of any value. */
export function outlineOf(value: unknown): Outline {
  const { name, extends: bases } = Object(value) as Readonly<Record<string, unknown>>
  const named = (Array.isArray(bases) ? bases : []).flatMap((base: unknown, index) =>
    typeof base === 'string' && scenarioName.test(base) ? [{ name: base, index }] : [],
  )
  return { name: typeof name === 'string' ? name : undefined, bases: named }
}

/** The scenarios that can be extended. */
export interface KnownScenarios {
  readonly isKnown: (name: string) => boolean
  /** Names to suggest for one that does not exist. */
  readonly names: readonly string[]
  /** Where else the name was looked up. */
  readonly elsewhere: (name: string) => string
}

/** Names in `extends` that do not exist. */
export function unknownBases(
  { bases }: Outline,
  { isKnown, names, elsewhere }: KnownScenarios,
): readonly Fault[] {
  return bases.flatMap(({ name, index }) => {
    if (isKnown(name)) return []
    const proposal = didYouMean(name, names) || elsewhere(name)
    const message = pathFault(name) ?? `there is no scenario '${name}'${proposal}`
    return [{ path: ['extends', index], message }]
  })
}

/** The name in a scenario's `extends` that leads back to it: the order of their rules has no end. */
export function circularBases(outlines: readonly Outline[]): (one: Outline) => readonly Fault[] {
  const bases = outlines.map((one) => [one.name ?? '', one.bases.map(({ name }) => name)] as const)
  const circle = circleIn(new Map(bases))
  return (outline) => {
    if (outline.name !== circle[0]) return []
    const message = `'${circle[0]}' extends itself (${circle.join(' → ')}); remove this name`
    return outline.bases
      .filter(({ name }) => name === circle[1])
      .map(({ index }) => ({ path: ['extends', index], message: redactText(message) }))
  }
}

/** The names along the first circle; empty if there is none. */
function circleIn(basesOf: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string | undefined>()
  for (const first of basesOf.keys()) {
    const way = [first]
    for (let at: string | undefined = first; at !== undefined; at = way.at(-1)) {
      const next = basesOf.get(at)?.find((name) => !done.has(name))
      if (next === undefined) done.add(way.pop())
      else if (way.includes(next)) return [...way.slice(way.indexOf(next)), next]
      else way.push(next)
    }
  }
  return []
}
