import { join } from 'node:path'
import { discard, type Files, listNames } from './files.ts'

export function statePath(folder: string): string {
  return join(folder, 'state.json')
}

export function logPath(folder: string, generation: number): string {
  return join(folder, `log.${generation}.jsonl`)
}

export interface WorldFiles {
  readonly hasState: boolean
  /** The generations with a log, in order, with their file names. */
  readonly logs: ReadonlyMap<number, string>
  /** Temporary files of interrupted writes. */
  readonly leftovers: readonly string[]
}

export async function findWorldFiles(files: Files, folder: string): Promise<WorldFiles> {
  const names = await listNames(files, folder)
  const logs = names.flatMap((name) => {
    const generation = /^log\.([1-9]\d*)\.jsonl$/.exec(name)?.[1]
    return generation === undefined ? [] : [[Number(generation), name] as const]
  })
  return {
    hasState: names.includes('state.json'),
    logs: new Map(logs.sort(([one], [other]) => one - other)),
    leftovers: names.filter((name) => /^(?:state\.json\..*|log\.\d+\.jsonl\.)tmp$/.test(name)),
  }
}

/** Removes files that no start from this generation on needs. */
export async function removeObsolete(
  files: Files,
  folder: string,
  found: WorldFiles,
  generation: number,
): Promise<void> {
  for (const [old, name] of found.logs) {
    if (old < generation) await discard(files, join(folder, name))
  }
  for (const name of found.leftovers) await discard(files, join(folder, name))
  const snapshots = join(folder, 'snapshots')
  for (const name of await listNames(files, snapshots)) {
    if (name.endsWith('.tmp')) await discard(files, join(snapshots, name))
  }
}
