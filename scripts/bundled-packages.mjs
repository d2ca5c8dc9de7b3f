import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * A package with code in the bundle.
 * @typedef {{ name: string, version: string, licence: string, texts: readonly string[] }} BundledPackage
 */

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/** @returns {Promise<readonly BundledPackage[]>} */
export function bundledPackages(
  /** @type {import('esbuild').Metafile} */ metafile,
  /** @type {string} */ root,
) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = new Set(inputs.flatMap((input) => packageFolder.exec(input) ?? []))
  return Promise.all([...folders].sort().map((folder) => packageIn(path.join(root, folder))))
}

/** @returns {Promise<BundledPackage>} */
async function packageIn(/** @type {string} */ folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const { name, version, license: licence } = manifest
  const names = await readdir(folder)
  const files = names.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  if (files.length === 0) throw new Error(`${name} is bundled but has no licence file`)
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return { name, version, licence, texts }
}

/** The licence texts that must go with the bundle. */
export function licenceTexts(/** @type {readonly BundledPackage[]} */ packages) {
  const parts = packages.map(({ name, version, texts }) =>
    [`${name} ${version}`, ...texts.map((text) => text.trim())].join('\n\n').concat('\n'),
  )
  return ['Sandgate contains code of these packages.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

/** The same packages as a CycloneDX document, for tools that look for known weaknesses. */
export function billOfMaterials(
  /** @type {readonly BundledPackage[]} */ packages,
  /** @type {string} */ version,
) {
  const components = packages.map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
    const licences = [{ license: { id: one.licence } }]
    const { name, version } = one
    return { type: 'library', 'bom-ref': purl, name, version, licenses: licences, purl }
  })
  const purl = `pkg:npm/sandgate@${version}`
  const component = { type: 'application', 'bom-ref': purl, name: 'sandgate', version, purl }
  const dependencies = [{ ref: purl, dependsOn: components.map((one) => one['bom-ref']) }]
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 }
  const bill = { ...head, metadata: { component }, components, dependencies }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}
