import { readFile } from 'node:fs/promises'
import path from 'node:path'

const commentOrSpecifier =
  /\/\*[\s\S]*?\*\/|\/\/.*|(?<before>\bfrom\s+|\bimport\s+|\bimport\()(?<quote>['"])(?<target>[^'"]+)\k<quote>/g

/** Types that no public value has, but that public files mention; they come from zod. */
const internal = new Map([
  ['record/exchange-schema.d.ts', 'export type Exchange = any\nexport type Moved = any\n'],
])

/** What users of a part of the package have themselves. */
const peers = new Map([['vitest.d.ts', 'vitest']])

/**
 * The declaration files reachable from the entries below `folder`, by relative path; `instead` has
 * texts that are shipped in their place. The packages in
 * the bundle are not installed with it, so a public type that names one is refused.
 */
export async function publicTypes(
  /** @type {string} */ folder,
  /** @type {ReadonlyMap<string, string>} */ instead = new Map(),
) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const pending = ['index.d.ts', ...peers.keys()]
  for (const name of pending) {
    if (files.has(name)) continue
    const text =
      internal.get(name) ?? instead.get(name) ?? (await readFile(path.join(folder, name), 'utf8'))
    const shipped = described(text).replaceAll(commentOrSpecifier, (whole, ...rest) => {
      const { before, target } = rest.at(-1)
      if (target === undefined || target.startsWith('node:')) return whole
      if (peers.get(name) === target) return whole
      if (!target.startsWith('.')) {
        throw new Error(`A public type in ${name} comes from ${target}, which is not shipped`)
      }
      const file = target.replace(/\.tsx?$/, '')
      pending.push(path.posix.join(path.posix.dirname(name), `${file}.d.ts`))
      return `${before}'${file}.js'`
    })
    files.set(name, shipped)
  }
  return files
}

/** Editors show a comment, and a setting has its description as a value. */
function described(/** @type {string} */ text) {
  return text.replaceAll(/^ {4}\w+: Typed<\{\n[\s\S]*?\n {4}\}>;$/gm, (entry) => {
    const [, help = ''] =
      /readonly inLibrary: "(.*)";/.exec(entry) ?? /readonly help: "(.*)";/.exec(entry) ?? []
    return `    /** ${help.charAt(0).toUpperCase()}${help.slice(1)}. */\n${entry}`
  })
}
