import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The same `import.meta.glob` for the bundle (esbuild) as vite has for the tests: the modules whose
 * paths match, each loaded when it is asked for. A `*` is a name without a slash.
 */

const call = /import\.meta\.glob(?:<\w+>)?\('\.\/([^']+)'\)/g

async function lazyImports(/** @type {string} */ pattern, /** @type {string} */ folder) {
  const wanted = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`)
  const [top = ''] = pattern.split('*')
  const below = await readdir(path.join(folder, top), { recursive: true })
  const names = below.map((name) => top + name.replaceAll(path.sep, '/'))
  const imports = names
    .filter((name) => wanted.test(name))
    .sort()
    .map((name) => `'./${name}': () => import('./${name}')`)
  return `{ ${imports.join(', ')} }`
}

/** @returns {import('esbuild').Plugin} */
export function esbuildGlob() {
  return {
    name: 'glob-module',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]all-commands\.ts$/ }, async ({ path: file }) => {
        let contents = await readFile(file, 'utf8')
        for (const [found, pattern = ''] of [...contents.matchAll(call)]) {
          contents = contents.replace(found, await lazyImports(pattern, path.dirname(file)))
        }
        return { contents, loader: 'ts' }
      })
    },
  }
}
