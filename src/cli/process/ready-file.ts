import { promises } from 'node:fs'
import { errorCode } from '../../base/file-failure.ts'
import { replaceFile } from '../../runtime/named-file.ts'
import { type Running, readyOf } from '../../runtime/running.ts'
import { CliError } from '../cli-error.ts'
import { fileError } from './files.ts'

/** The ready file exists while `work` runs; then the sandbox stops, even if `work` failed. */
export async function whileReady<T>(
  file: string | undefined,
  running: Running,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await writeReadyFile(file, running)
    return await work()
  } finally {
    try {
      await removeReadyFile(file)
    } finally {
      await running.stop()
    }
  }
}

/** Written by rename, so that a reader sees the whole file or none. */
async function writeReadyFile(file: string | undefined, running: Running): Promise<void> {
  if (file === undefined) return
  try {
    await replaceFile(await replaceable(file), `${JSON.stringify(readyOf(running))}\n`)
  } catch (cause) {
    throw fileError('written', file, cause)
  }
}

/** Also called at the start, since a killed sandbox may have left its file behind. */
export async function removeReadyFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  try {
    await promises.rm(await replaceable(file), { force: true })
  } catch (cause) {
    throw fileError('removed', file, cause)
  }
}

/**
 * The sandbox creates and removes this file, so it must not be a device or folder of others. A link
 * is replaced, and its target left alone.
 */
async function replaceable(file: string): Promise<string> {
  const found = await promises.lstat(file).catch((cause: unknown) => {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  })
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return file
  if (found.isDirectory()) throw new CliError(`${file} is a folder; pass a file`)
  throw new CliError(`${file} is a device or a pipe; pass a file for --ready-file`)
}
