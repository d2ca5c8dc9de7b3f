import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

const source = `
export { configOf, openHouse, strictHouse } from './test/model/law/house.ts'
export { Lane } from './test/model/play/lane.ts'
`

/**
 * The model of the gateway that the tests use. Plain Node does not read TypeScript everywhere.
 * @param {string} folder where the bundle may lie
 * @returns {Promise<typeof import('../../test/model/law/house.ts') & typeof import('../../test/model/play/lane.ts')>}
 */
export async function gatewayModel(folder) {
  const outfile = path.join(folder, 'model.mjs')
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
