import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { billOfMaterials, licenceTexts } from '../../scripts/bundled-packages.mjs'
import { notesOf } from '../../scripts/release-notes.mjs'
import { sandgate } from '../support/command.ts'

const root = new URL('../../', import.meta.url)
const text = (file: string) => readFile(new URL(file, root), 'utf8')

test('the notes of a release are its section of the changelog', () => {
  const changelog = '# Changes\n\n## 1.1.0 (soon)\n\n- New.\n\n## 1.0.0\n\n- First.\n'
  expect(notesOf(changelog, '1.1.0')).toBe('- New.')
  expect(notesOf(changelog, '1.0.0')).toBe('- First.')
  expect(notesOf(changelog, '1.0')).toBeUndefined()
})

test('the bill of materials and the licences name every bundled package', () => {
  const packages = [{ name: '@a/b', version: '2.0.0', licence: 'MIT', texts: ['Free.'] }]
  expect(JSON.parse(billOfMaterials(packages, '1.0.0'))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'sandgate', version: '1.0.0' } },
    components: [{ name: '@a/b', version: '2.0.0', purl: 'pkg:npm/%40a/b@2.0.0' }],
    dependencies: [{ ref: 'pkg:npm/sandgate@1.0.0', dependsOn: ['pkg:npm/%40a/b@2.0.0'] }],
  })
  expect(licenceTexts(packages)).toContain('@a/b 2.0.0\n\nFree.')
})

test('every workflow pins the actions of others by commit', async () => {
  const files = await readdir(new URL('.github/workflows/', root))
  expect(files).toContain('release.yml')
  for (const file of files) {
    const used = (await text(`.github/workflows/${file}`)).match(/uses: .*/g) ?? []
    for (const one of used) expect(one).toMatch(/@[0-9a-f]{40} # v[0-9.]+$/)
  }
})

async function podInManifest() {
  const documents = parseAllDocuments(await text('examples/kubernetes/sandgate.yaml'))
  const set = documents.map((one) => one.toJS()).find(({ kind }) => kind === 'StatefulSet')
  return set.spec.template.spec
}

test('the pod in the Kubernetes manifest gets no variables of its Service', async () => {
  expect(await podInManifest()).toMatchObject({ enableServiceLinks: false })
})

test('the options in the Kubernetes manifest are options of start', async () => {
  const [container] = (await podInManifest()).containers
  const [name, ...options] = container.args.map((one: string) => one.split('=')[0])
  const { stdout } = await sandgate([name, '--help'])
  for (const option of options) expect(stdout).toContain(option)
})
