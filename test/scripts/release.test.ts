import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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

test('no job that installs packages can publish, and no checkout keeps a token', async () => {
  for (const file of await readdir(new URL('.github/workflows/', root))) {
    const { jobs }: Workflow = parse(await text(`.github/workflows/${file}`))
    for (const [name, { steps, permissions = {}, environment }] of Object.entries(jobs)) {
      const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
      for (const step of checkouts) expect(step.with?.['persist-credentials']).toBe(false)
      if (!steps.some(({ run = '' }) => /\bnpm ci\b|\.ci\/run/.test(run))) continue
      const rights = Object.entries(permissions).filter(([, right]) => right === 'write')
      expect([file, name, rights, environment]).toEqual([file, name, [], undefined])
    }
  }
})

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly environment?: string
  readonly steps: readonly {
    readonly run?: string
    readonly uses?: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}

test('every script and file that a workflow runs is in the repository', async () => {
  const { scripts } = JSON.parse(await text('package.json'))
  const seen = { scripts: new Set<string>(), files: new Set<string>() }
  const files = await readdir(new URL('.github/workflows/', root))
  const workflows: Workflow[] = await Promise.all(
    files.map(async (file) => parse(await text(`.github/workflows/${file}`))),
  )
  const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps))
  for (const run of [...steps.map((step) => step.run ?? ''), await text('.ci/run')]) {
    for (const [, name = ''] of run.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g))
      seen.scripts.add(name)
    // Words that begin with a folder of the repository, or with .ci.
    const named = run.matchAll(/(?<=^|[\s"'=])(?:\.ci|scripts|tools|examples|test)\/[\w./-]+/gm)
    for (const [file] of named) seen.files.add(file)
  }
  expect(seen.scripts.size).toBeGreaterThan(4)
  expect([...seen.scripts].filter((name) => scripts[name] === undefined)).toEqual([])
  expect(seen.files.size).toBeGreaterThan(8)
  expect([...seen.files].filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

test('Dependabot updates every folder that has a lockfile', async () => {
  const { updates } = parse(await text('.github/dependabot.yml'))
  const [npm] = updates.filter((one: Update) => one['package-ecosystem'] === 'npm')
  const folders = ['tools/', 'examples/suites/'].flatMap((above) =>
    readdirSync(new URL(above, root)).map((name) => `${above}${name}`),
  )
  const locked = folders.filter((one) => existsSync(new URL(`${one}/package-lock.json`, root)))
  expect(npm.directories.toSorted()).toEqual(['/', ...locked.map((one) => `/${one}`)].toSorted())
})

interface Update {
  readonly 'package-ecosystem': string
}

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
