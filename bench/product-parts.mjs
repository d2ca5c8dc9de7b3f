import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundledModules } from '../scripts/bundled-modules.mjs'

const source = `
export { bankDay, bankingCalendar } from './src/domain/time/banking-day.ts'
export { defaultHolidays } from './src/domain/time/banking-day.ts'
export { openTransaction } from './src/domain/transaction/open-transaction.ts'
export { defaultAssumptions } from './src/domain/assumptions/assumptions.ts'
export { noDecision } from './src/domain/transaction/decision.ts'
export { headerLine } from './src/gateway/store/log/log-file.ts'
export { imageChunks } from './src/gateway/store/image/image-format.ts'
`

/**
 * The product's own rules and file format, for stores that are written rather than asked for.
 * @param {string} folder where the bundle may lie
 */
export function productParts(folder) {
  return bundledModules(source, path.join(folder, 'product-parts.mjs'))
}

/** The bare server as one file, as the product is. */
/** @param {string} folder */
export async function bundledBareServer(folder) {
  const outfile = path.join(folder, 'bare-server.mjs')
  const entry = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  })
  return outfile
}
