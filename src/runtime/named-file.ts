import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { refuseUnlessFile } from '../store/disk/files.ts'

/** Standard input, and what a shell makes of `<(…)`: pipes that somebody writes to. */
const ofShell = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/

/** The text of a file that somebody has named; refuses what could keep a reader waiting for ever. */
export async function readNamed(file: string): Promise<string> {
  refuseIrregular(file)
  return await readFile(file, 'utf8')
}

/** A pipe or a device has no end that one could wait for. */
export function refuseIrregular(file: string): void {
  const found = statSync(file)
  if (found.isFIFO() && ofShell.test(file)) return
  refuseUnlessFile(found, file)
}
