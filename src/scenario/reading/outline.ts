import type { Fault } from '../../document/complaint.ts'
import { didYouMean } from '../../document/nearest-word.ts'
import { redactText } from '../../domain/redaction/redacted.ts'

// The name is part of a URL (DELETE /_sandbox/scenarios/{name}) and of a header value.
export const scenarioName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

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
  /** The names that a scenario extends; undefined if there is no such scenario. */
  readonly basesOf: (name: string) => readonly string[] | undefined
  /** Names to suggest for one that does not exist. */
  readonly names: readonly string[]
  /** Where else the name was looked up. */
  readonly elsewhere: (name: string) => string
}

export interface ExtendsFault extends Fault {
  readonly isUnknown: boolean
}

/** Names in `extends` that do not exist, or that lead back to the scenario itself. */
export function extendsFaults(
  { name, bases }: Outline,
  { basesOf, names, elsewhere }: KnownScenarios,
): readonly ExtendsFault[] {
  const all = bases.flatMap((base): readonly ExtendsFault[] => {
    const path = ['extends', base.index]
    if (basesOf(base.name) === undefined) {
      const proposal = didYouMean(base.name, names) || elsewhere(base.name)
      const message = `there is no scenario '${shown(base.name)}'${proposal}`
      return [{ path, message, isUnknown: true }]
    }
    const way = name === undefined ? undefined : wayTo(name, base.name, basesOf)
    if (way === undefined) return []
    const circle = [name ?? '', ...way].map(shown).join(' -> ')
    const message = `scenarios extend each other in a circle: ${circle}`
    return [{ path, message, isUnknown: false }]
  })
  const next = all[MOST_TOLD]
  if (next === undefined) return all
  const message = `and ${all.length - MOST_TOLD} more errors of this kind`
  return [...all.slice(0, MOST_TOLD), { ...next, message }]
}

const MOST_TOLD = 100

/** Shortened: a name may be any text of any length, and is repeated in responses and logs. */
function shown(name: string): string {
  return redactText(name.slice(0, 60))
}

/** The chain of names from one scenario to another, both included. */
function wayTo(
  goal: string,
  from: string,
  basesOf: KnownScenarios['basesOf'],
  seen: Set<string> = new Set(),
): readonly string[] | undefined {
  if (from === goal) return [goal]
  if (seen.has(from)) return undefined
  seen.add(from)
  for (const base of basesOf(from) ?? []) {
    const way = wayTo(goal, base, basesOf, seen)
    if (way !== undefined) return [from, ...way]
  }
  return undefined
}
