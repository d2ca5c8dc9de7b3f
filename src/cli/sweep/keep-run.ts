import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SweepRun } from './sweep-run.ts'

/** A file in the folder that is named for a cell; undefined where nothing is to be kept. */
export function keptFile(
  folder: string | undefined,
  name: string,
  file: string,
): string | undefined {
  return folder === undefined ? undefined : join(folder, ...name.split('/'), file)
}

/** Keeps what a run printed, beside its run file. */
export async function keepOutput(
  folder: string | undefined,
  name: string,
  { output }: SweepRun,
): Promise<void> {
  const file = keptFile(folder, name, 'output.txt')
  if (file === undefined) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, output)
}
