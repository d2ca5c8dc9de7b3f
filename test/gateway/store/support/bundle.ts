import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** A script that a process of its own can run: plain Node does not read TypeScript everywhere. */
export async function bundled(
  entry: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sandgate-bundle-'))
  const file = join(folder, 'script.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, entry)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  return { file, remove: () => rm(folder, { recursive: true, maxRetries: 10 }) }
}
