import type { Trust } from '../../control/client/direct-fetch.ts'
import { readNamed } from '../../runtime/named-file.ts'
import type { SandboxHere } from '../../runtime/worlds/open-home.ts'

/**
 * What to trust at the address in a lock; undefined if it is what the process trusts. Without the file,
 * the error about the sandbox's certificate says what is missing.
 */
export async function trustOf({ ca: file }: SandboxHere): Promise<Trust | undefined> {
  const ca = file && (await readNamed(file).catch(() => undefined))
  return ca ? { ca } : undefined
}
