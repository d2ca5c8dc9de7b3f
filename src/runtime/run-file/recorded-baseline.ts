import { readFile } from 'node:fs/promises'
import { isPlainObject } from '../../domain/plain-object.ts'
import type { Settings } from '../config/settings.ts'
import { unreadable } from '../read-failure.ts'
import type { RunHeader } from './run-record.ts'
import type { Substitutes } from './substitution/substitutes.ts'

/** The export of `--import`, as it stands in a run file. */
export async function baselineToRecord(
  { baseline: file }: Pick<Settings, 'baseline'>,
  substitutes: Substitutes,
): Promise<Pick<RunHeader, 'baseline'>> {
  if (file === undefined) return {}
  return { baseline: withTexts(await readState(file), (text) => substitutes.text(text)) }
}

async function readState(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw unreadable('baseline', file, cause)
  }
}

/** An export has no card numbers; one that somebody wrote by hand may. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withTexts(member, change)])
  return Object.fromEntries(members)
}
