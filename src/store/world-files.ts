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

/** Takes away what no start needs any more. */
export async function removeObsolete(
  files: Files,
  folder: string,
  before: number,
): Promise<void> {
  const { journals, leftovers } = await findWorldFiles(files, folder)
  for (const generation of journals) {
    if (generation < before) await discard(files, journalPath(folder, generation))
  }
  for (const name of leftovers) await discard(files, join(folder, name))
}
