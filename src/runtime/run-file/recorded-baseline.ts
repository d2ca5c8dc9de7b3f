import { isPlainObject } from '../../domain/plain-object.ts'
import type { Settings } from '../config/settings.ts'
import { readNamed, unreadable } from '../named-file.ts'
import type { RunHeader } from './run-record.ts'
import type { Substitutes } from './substitution/substitutes.ts'

/** The export of `--import`, as it stands in a run file. */
export async function baselineToRecord(
  { baseline: file }: Pick<Settings, 'baseline'>,
  substitutes: Substitutes,
): Promise<Pick<RunHeader, 'baseline'>> {
  if (file === undefined) return {}
  return { baseline: stateToRecord(await readState(file), substitutes) }
}

/** A state with substitutes. Its checksum goes: it is that of other texts. */
export function stateToRecord(state: unknown, substitutes: Substitutes): unknown {
  const shown = withTexts(state, (text) => substitutes.text(text))
  if (!isPlainObject(shown)) return shown
  const { check: _check, ...rest } = shown
  return rest
}

async function readState(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readNamed(file))
  } catch (cause) {
    throw unreadable('baseline', file, cause)
  }
}

/** A state or a config, in whose texts a card number may stand. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [
    change(name),
    withTexts(member, change),
  ])
  return Object.fromEntries(members)
}
