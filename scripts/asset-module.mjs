import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

/**
 * The same import of a text for the bundle (esbuild) and the tests (vite): a page of the manual as
 * it is, or what browsers get, a style sheet or a script with all that it imports, minified.
 */

const asset = /\?asset$/

async function assetText(/** @type {string} */ file) {
  if (file.endsWith('.md')) return await readFile(file, 'utf8')
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome105', 'firefox115', 'safari16'],
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** @returns {import('esbuild').Plugin} */
export function esbuildAssets() {
  return {
    name: 'asset-module',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: asset }, ({ path: name, resolveDir }) => ({
        path: path.resolve(resolveDir, name.replace(asset, '')),
        namespace: 'asset',
      }))
      onLoad({ filter: /./, namespace: 'asset' }, async ({ path: file }) => ({
        contents: await assetText(file),
        loader: 'text',
      }))
    },
  }
}

// Not `.css` at its end, or vite would take it for a style sheet of its own.
const mark = '\0asset:'

/** @returns {import('vite').Plugin} */
export function viteAssets() {
  return {
    name: 'asset-module',
    enforce: 'pre',
    resolveId: (name, importer = '') =>
      asset.test(name)
        ? `${mark}${path.resolve(path.dirname(importer), name.replace(asset, ''))}:text`
        : undefined,
    load: async (id) =>
      id.startsWith(mark)
        ? `export default ${JSON.stringify(await assetText(id.slice(mark.length, -5)))}`
        : undefined,
  }
}
