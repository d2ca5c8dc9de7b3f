import { join } from 'node:path'
import type { Files } from './files.ts'
import { discard, namesIn } from './folders.ts'

export function statePath(folder: string): string {
  return join(folder, 'state.json')
}

export function journalPath(folder: string, generation: number): string {
  return join(folder, `journal.${generation}.jsonl`)
}

export interface WorldFiles {
  readonly hasState: boolean
  /** Generations that have a journal, in order. */
  readonly journals: readonly number[]
  /** Left by writes that a crash interrupted. */
  readonly leftovers: readonly string[]
}

export async function findWorldFiles(files: Files, folder: string): Promise<WorldFiles> {
  const names = await namesIn(files, folder)
  const journals = names.flatMap((name) => /^journal\.([1-9]\d*)\.jsonl$/.exec(name)?.[1] ?? [])
  return {
    hasState: names.includes('state.json'),
    journals: journals.map(Number).sort((a, b) => a - b),
    leftovers: names.filter((name) => /^state\.json\..*tmp$/.test(name)),
  }
}

/** Takes away what no start from this generation on needs. */
export async function removeObsolete(
  files: Files,
  folder: string,
  found: WorldFiles,
  generation: number,
): Promise<void> {
  const journals = found.journals.filter((old) => old < generation)
  for (const old of journals) await discard(files, journalPath(folder, old))
  for (const name of found.leftovers) await discard(files, join(folder, name))
}
