import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')

const source = `
export { bankingCalendar } from './src/domain/time/banking-day.ts'
export { defaultHolidays } from './src/domain/time/holidays.ts'
export { openTransaction } from './src/domain/transaction/open-transaction.ts'
export { transactionLine } from './src/world/records/transaction-line.ts'
export { defaultAssumptions } from './src/domain/assumptions.ts'
export { noVerdict } from './src/domain/transaction/verdict.ts'
export { headerText } from './src/store/log/log-header.ts'
export { LogLines } from './src/store/log/log-lines.ts'
export { imageChunks } from './src/store/image/image-writer.ts'
export { currentVersion, migrations } from './src/store/migrations.ts'
`

/**
 * The product's own rules and file format, for stores that are written rather than asked for.
 * @param {string} folder where the bundle may lie
 */
export async function productParts(folder) {
  const outfile = path.join(folder, 'product-parts.mjs')
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
