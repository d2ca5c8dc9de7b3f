import { lstatSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { refuseUnlessFile } from '../store/disk/files.ts'
import { StartError } from './start-error.ts'

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

/** What was asked for is not to be had: whoever names it is at fault, not what would be in it. */
export class Unavailable extends StartError {}

/** Why a file that was asked for could not be read, in words. */
export function unreadable(kind: string, file: string, cause: unknown): Unavailable {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT' && isDangling(cause)) {
    return new Unavailable(`The ${kind} ${file} is a broken link`, true)
  }
  if (code === 'ENOENT') return new Unavailable(`There is no ${kind} ${file}`, true)
  if (code === 'EISDIR') return new Unavailable(`${file} is a folder, not a ${kind}`, true)
  if (code === 'ENXIO') return new Unavailable(`${file} is not a regular file`, true)
  if (code === 'EACCES') return new Unavailable(`The ${kind} ${file} may not be read`, true)
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Unavailable(`The ${kind} ${file} cannot be read: ${reason}`, true)
}

function isDangling(cause: unknown): boolean {
  if (!(cause instanceof Error && 'path' in cause && typeof cause.path === 'string')) return false
  return lstatSync(cause.path, { throwIfNoEntry: false }) !== undefined
}
