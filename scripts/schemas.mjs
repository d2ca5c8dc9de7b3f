import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The JSON schemas for editors, at the address where the site of a version has them. Prints the
 * entry for SchemaStore: node scripts/schemas.mjs
 */

const root = path.resolve(import.meta.dirname, '..')
/** @type {{ version: string, repository: { url: string } }} */
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const [, owner, name] = /github\.com\/([^/]+)\/([^/.]+)/.exec(manifest.repository.url) ?? []

/** Where GitHub Pages has the sites of all versions. */
const site = `https://${owner}.github.io/${name}`

/** Files that are always of one kind; a scenario may have any name, so its file names the schema. */
const kinds = [
  {
    file: 'sandgate.config.schema.json',
    title: 'Sandgate config',
    description: 'Settings of Sandgate, a local sandbox of a payment gateway',
    fileMatch: ['sandgate.config.yaml', 'sandgate.config.yml'],
  },
  {
    file: 'scenario.schema.json',
    title: 'Sandgate scenario',
    description: 'Rules that make the sandbox of a payment gateway decline, hang or lose responses',
    fileMatch: ['*.sandgate.yaml', '*.sandgate.yml'],
  },
]

/** The schemas by their file names, each with the address of this version as its id. */
export function publishedSchemas() {
  return Object.fromEntries(
    kinds.map(({ file }) => {
      const schema = JSON.parse(readFileSync(path.join(root, 'scenarios', file), 'utf8'))
      return [file, { $id: `${site}/v${manifest.version}/${file}`, ...schema }]
    }),
  )
}

/** What catalog.json of SchemaStore lists; the newest version is also above the others. */
export function catalogEntries() {
  return kinds.map(({ file, title, description, fileMatch }) => ({
    name: title,
    description,
    fileMatch,
    url: `${site}/${file}`,
    versions: { [manifest.version]: `${site}/v${manifest.version}/${file}` },
  }))
}

if (process.argv[1] === import.meta.filename) {
  console.log(JSON.stringify(catalogEntries(), undefined, 2))
}
