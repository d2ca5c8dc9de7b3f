import { didYouMean } from '../../../base/text/nearest-word.ts'
import { StartError } from '../../start-error.ts'
import type { SandboxOptions } from '../options.ts'
import { allSettings } from '../settings-table.ts'

/** Refuses options of the wrong form, reporting all of them at once. */
export function checkOptions(options: SandboxOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new StartError('The options of a sandbox are an object', true)
  }
  const lines = Object.entries(options).flatMap(([key, value]) => complaintsOf(key, value))
  const given = new Set(
    Object.entries(options).flatMap(([key, value]) =>
      value === undefined || value === false ? [] : [key],
    ),
  )
  const isGiven = (name: string) => given.has(name)
  lines.push(
    ...excludingSettings
      .filter((pair) => pair.every(isGiven))
      .map((pair) => `${pair.join(' and ')} cannot be combined: leave one of them out`),
    ...halfPairs(isGiven).map(({ name, missing, what }) => `${name} needs ${missing}, ${what}`),
  )
  if (lines.length > 0) throw new StartError(lines.join('\n'), true)
}

function complaintsOf(key: string, value: unknown): readonly string[] {
  const known = Object.entries(allSettings).filter(([, one]) => one.flag && !one.commands)
  const [, setting] = known.find(([name]) => name === key) ?? []
  if (setting === undefined) {
    const names = known.map(([name]) => name)
    return [`There is no option '${key}'${didYouMean(key, names)}`]
  }
  const { form, optionForm = form, accepts, isSecret } = setting.kind
  if (value === undefined || accepts(value)) return []
  return [`${key}${isSecret ? '' : ` ${shown(value)}`} is not ${optionForm}`]
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

type IsGiven = (setting: string) => boolean

/** The settings that exclude each other. */
const excludingSettings: readonly (readonly [string, string])[] = Object.entries(
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
