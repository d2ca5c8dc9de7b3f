import { allSettings } from '../settings-table.ts'

type IsGiven = (setting: string) => boolean

/** The settings that exclude each other. */
export const excludingSettings: readonly (readonly [string, string])[] = Object.entries(
  allSettings,
).flatMap(([name, { excludes = [] }]) => excludes.map((other) => [name, other] as const))

/** A setting that means nothing without another. */
interface HalfPair {
  readonly name: string
  readonly missing: string
  /** What the missing one is: `the private key of the certificate`. */
  readonly what: string
}

export function halfPairs(isGiven: IsGiven): readonly HalfPair[] {
  return Object.entries(allSettings).flatMap(([name, { needs }]) => {
    if (needs === undefined || !isGiven(name) || isGiven(needs.setting)) return []
    return [{ name, missing: needs.setting, what: needs.what }]
  })
}
