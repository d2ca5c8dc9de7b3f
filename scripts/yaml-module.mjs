import { readFile } from 'node:fs/promises'
import { parseDocument } from 'yaml'

/**
 * The same import of a YAML file for the bundle (esbuild) and the tests (vite): its content as
 * JSON, read at build time, so that no YAML parser is loaded at run time.
 */

/** The content of a YAML file as JSON text; throws on the first fault, with its place. */
function yamlToJson(/** @type {string} */ text, /** @type {string} */ file) {
  const document = parseDocument(text)
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  return JSON.stringify(document.toJS())
}

/** @returns {import('esbuild').Plugin} */
export function esbuildYaml() {
  return {
    name: 'yaml-module',
    setup(build) {
      build.onLoad({ filter: /\.yaml$/ }, async ({ path }) => ({
        contents: yamlToJson(await readFile(path, 'utf8'), path),
        loader: 'json',
      }))
    },
  }
}

/** @returns {import('vite').Plugin} */
export function viteYaml() {
  return {
    name: 'yaml-module',
    transform: {
      filter: { id: /\.yaml$/ },
      handler: (text, id) => ({ code: `export default ${yamlToJson(text, id)}`, map: null }),
    },
  }
}
