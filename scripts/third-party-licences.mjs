import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/** Name, version and licence text of every package with code in the bundle. */
export async function thirdPartyLicences(
  /** @type {import('esbuild').Metafile} */ metafile,
  /** @type {string} */ root,
) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = new Set(inputs.flatMap((input) => packageFolder.exec(input) ?? []))
  const parts = await Promise.all(
    [...folders].sort().map((folder) => licence(path.join(root, folder))),
  )
  return ['Sandgate contains code of these packages.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

async function licence(/** @type {string} */ folder) {
  const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const names = await readdir(folder)
  const files = names.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  if (files.length === 0) throw new Error(`${name} is bundled but has no licence file`)
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return [`${name} ${version}`, ...texts.map((text) => text.trim())].join('\n\n').concat('\n')
}
