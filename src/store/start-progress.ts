import { join } from 'node:path'
import type { Files } from './disk/files.ts'
import { type Progress, sizeOf } from './disk/read-file.ts'
import type { WorldFiles } from './disk/world-files.ts'

/** Makes one progress of the files that a start reads one after the other. */
export async function startProgress(
  files: Files,
  folder: string,
  found: WorldFiles,
  report: Progress | undefined,
): Promise<(name: string) => Progress | undefined> {
  if (report === undefined) return () => undefined
  const logs = [...found.logs.values()]
  const starts = new Map<string, number>()
  let total = 0
  for (const name of found.hasState ? ['state.json', ...logs] : logs) {
    starts.set(name, total)
    total += await sizeOf(files, join(folder, name))
  }
  return (name) => (bytesRead) => report((starts.get(name) ?? 0) + bytesRead, total)
}
