import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Scratch extends AsyncDisposable {
  readonly path: string
  /** Where a file of it is. */
  at(name: string): string
  write(name: string, text: string): Promise<void>
}

/** A folder of its own for a test, with these files, until the test ends. */
export async function scratchFolder(files: Record<string, string> = {}): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-runtime-'))
  const at = (name: string) => path.join(folder, name)
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(at(name)), { recursive: true })
    await writeFile(at(name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
  return { path: folder, at, write, [Symbol.asyncDispose]: remove }
}
