import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')

/**
 * What a piece of TypeScript exports, whose imports are relative to the root of the repository.
 * It is bundled, because plain Node does not read TypeScript everywhere.
 * @param {string} source
 * @param {string} outfile where the bundle may lie
 */
export async function bundledModules(source, outfile) {
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  return await import(pathToFileURL(outfile).href)
}
