import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Builds, unless dist/ is newer than all that it is made from: `npm ci` has just built it. */

const root = path.resolve(import.meta.dirname, '..')
const sources = [
  'src',
  'scenarios',
  'scripts',
  'types',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** When the newest file at or below this place was changed. */
async function newest(/** @type {string} */ place) {
  const found = await stat(place)
  if (!found.isDirectory()) return found.mtimeMs
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const times = files.map(
    async (file) => (await stat(path.join(file.parentPath, file.name))).mtimeMs,
  )
  return Math.max(...(await Promise.all(times)))
}

const built = await stat(path.join(root, 'dist', 'built')).then(
  ({ mtimeMs }) => mtimeMs,
  () => 0,
)
const changed = await Promise.all(sources.map((name) => newest(path.join(root, name))))
// `npm start` in a clone in which nothing is installed yet: the program itself then says what to do.
const canBuild = existsSync(path.join(root, 'node_modules', 'esbuild'))
if (canBuild && Math.max(...changed) >= built) {
  const build = [path.join(root, 'scripts', 'build.mjs')]
  process.exitCode = spawnSync(process.execPath, build, { stdio: 'inherit' }).status ?? 1
}
