import { promises } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { reasonOf } from '../base/file-failure.ts'
import { StartError } from './start-error.ts'

/** A new folder where the system keeps temporary files. */
export async function newTemporaryFolder(prefix: string): Promise<string> {
  try {
    return await promises.mkdtemp(path.join(tmpdir(), prefix))
  } catch (cause) {
    const advice = 'set TMPDIR to a folder that can be written'
    throw new StartError(`No temporary folder in ${tmpdir()}: ${reasonOf(cause)}; ${advice}`)
  }
}
