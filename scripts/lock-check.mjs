import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * @typedef {{ resolved?: string, version?: string, optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/** What would make `npm ci` differ from machine to machine, one line each. */
export function lockFaults(/** @type {Lock} */ { packages }) {
  return Object.entries(packages).flatMap(([place, entry]) => [
    ...(entry.resolved === undefined ? [] : [`${place}: records a download address`]),
    ...Object.entries(entry.optionalDependencies ?? {}).flatMap(([name, wanted]) => {
      const found = installed(packages, place, name)
      if (!found) return [`${place}: no entry for its optional dependency ${name}`]
      const exact = /^\d/.test(wanted)
      return exact && found.version !== wanted
        ? [`${place}: wants ${name} ${wanted}, the lock has ${found.version}`]
        : []
    }),
  ])
}

/** The entry that Node would load for `name` from `place`: the nearest node_modules upwards. */
function installed(
  /** @type {Lock['packages']} */ packages,
  /** @type {string} */ place,
  /** @type {string} */ name,
) {
  for (
    let folder = place;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))
  ) {
    const entry =
      packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (entry || folder === '') return entry
  }
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..')
  for (const folder of [
    '.',
    'examples/suites/backend',
    'examples/suites/jest',
    'tools/executable',
    'tools/openapi',
    'tools/lint',
    'tools/mutate',
    'tools/publish',
    'tools/site',
    'tools/vitest-5',
  ]) {
    const file = path.join(folder, 'package-lock.json')
    for (const fault of lockFaults(JSON.parse(await readFile(path.join(root, file), 'utf8')))) {
      console.error(`${file}: ${fault}`)
      process.exitCode = 1
    }
  }
}
