import { readFile } from 'node:fs/promises'

/** The section of CHANGELOG.md about a version: node scripts/release-notes.mjs 1.0.0 */
export function notesOf(/** @type {string} */ changelog, /** @type {string} */ version) {
  const sections = changelog.split(/^## /m).slice(1)
  const found = sections.find((one) => one.split(/\s/, 1)[0] === version)
  return found?.slice(found.indexOf('\n')).trim()
}

if (process.argv[1] === import.meta.filename) {
  const [version = ''] = process.argv.slice(2)
  const changelog = new URL('../CHANGELOG.md', import.meta.url)
  const notes = notesOf(await readFile(changelog, 'utf8'), version)
  if (notes === undefined) {
    console.error(`CHANGELOG.md has no section '## ${version}'`)
    process.exitCode = 1
  } else console.log(notes)
}
