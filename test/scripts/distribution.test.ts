import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { formulaOf } from '../../scripts/homebrew.mjs'
import { catalogEntries, publishedSchemas } from '../../scripts/schemas.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const text = (file: string) => readFile(path.join(root, file), 'utf8')

const about = {
  version: '1.2.3',
  description: 'Local payment gateway',
  licence: 'MIT',
  repository: 'https://github.com/sandgate/sandgate',
}
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const sumOf = (platform: string) => Buffer.from(platform).toString('hex').padEnd(64, '0')
const sums = platforms.map((one) => `${sumOf(one)}  sandgate-${one}\n`).join('')

test('the formula has the file of each platform of Homebrew with its own sum', () => {
  const formula = formulaOf(about, sums)
  for (const platform of platforms) {
    const url = `url "https://github.com/sandgate/sandgate/releases/download/v1.2.3/sandgate-${platform}"`
    expect(formula).toContain(`      ${url}\n      sha256 "${sumOf(platform)}"\n`)
  }
  // Each block ends, and nothing is left open.
  const opened = formula.match(/\bdo$|^ *def |^class /gm)?.length
  expect(formula.match(/^ *end$/gm)).toHaveLength(opened ?? 0)
})

test('there is no formula for a release that lacks a file', () => {
  const without = sums.replace(/.*sandgate-linux-arm64\n/, '')
  expect(() => formulaOf(about, without)).toThrow('SHA256SUMS does not list sandgate-linux-arm64')
})

test('the schemas have the address of their version, and SchemaStore gets the newest and this one', async () => {
  const schemas = publishedSchemas()
  const at = `https://sandgate.github.io/sandgate/v${manifest.version}`
  for (const [file, schema] of Object.entries(schemas)) {
    expect(schema).toMatchObject({ $id: `${at}/${file}` })
    expect(new Ajv({ strict: false }).compile(schema)).toBeTypeOf('function')
  }
  expect(await text('docs/reference/config.md')).toContain(`\`${at}/sandgate.config.schema.json\``)
  expect(await text('docs/reference/scenario-file.md')).toContain(`\`${at}/scenario.schema.json\``)
  expect(catalogEntries()).toEqual(
    Object.entries(schemas).map(([file, { title }]) => ({
      name: title,
      description: expect.any(String),
      fileMatch: [expect.stringMatching(/\.yaml$/), expect.stringMatching(/\.yml$/)],
      url: `https://sandgate.github.io/sandgate/${file}`,
      versions: { [manifest.version]: `${at}/${file}` },
    })),
  )
})

test('the release has every file that installs it, and is a draft until they are there', async () => {
  const { jobs } = parse(await text('.github/workflows/release.yml'))
  const steps = Object.values(jobs as Record<string, Job>).flatMap((job) => job.steps)
  const commands = steps.map(({ run = '' }) => run)
  const [checked = ''] = commands.filter((run) => run.includes('The release has no'))
  for (const file of ['install.sh', 'install.ps1', 'sandgate.rb', 'SHA256SUMS', 'sbom.cdx.json']) {
    expect(checked).toContain(` ${file}`)
    expect(commands.some((run) => /release (create|upload)/.test(run) && run.includes(file))).toBe(
      true,
    )
  }
  expect(checked).toContain(' sandgate.sigstore.jsonl')
  expect(commands.filter((run) => run.includes('release create'))[0]).toContain('--draft')
  // Only a person makes a package public, and the release after it.
  expect(commands.some((run) => /\bnpm publish\b/.test(run))).toBe(false)
  expect(commands.some((run) => /\bstage publish\b/.test(run))).toBe(true)
  expect(jobs.publish.environment).toBe('release')
  expect(jobs.image.needs).toBe('publish')
})

interface Job {
  readonly steps: readonly { readonly run?: string }[]
}

test('the site is built from its own lock in CI, and published under the version of each tag', async () => {
  const ci = parse(await text('.github/workflows/ci.yml'))
  const site = parse(await text('.github/workflows/site.yml'))
  const commandsOf = ({ steps }: Job) => steps.map(({ run = '' }) => run)
  expect(site.on.push.tags).toEqual(['v*'])
  for (const commands of [commandsOf(ci.jobs.site), commandsOf(site.jobs.build)]) {
    expect(commands).toContain('npm ci --prefix tools/site')
    expect(commands.some((run) => run.endsWith('npm run site'))).toBe(true)
  }
  const [build] = site.jobs.build.steps.filter((step: Step) => step.run === 'npm run site')
  expect(build.env.SITE_BASE).toMatch(/^\/sandgate\/\$\{\{ github\.ref_name \}\}\/$/)
})

interface Step {
  readonly run?: string
}

test('the image of a release is built on a base with a fixed digest', async () => {
  const dockerfile = await text('Dockerfile')
  const froms = dockerfile.match(/^FROM .*/gm) ?? []
  const isAsked = (line: string) => line.startsWith('FROM $' + '{NODE_IMAGE}')
  expect(froms.filter((line) => !isAsked(line))).toEqual([])
  const { jobs } = parse(await text('.github/workflows/release.yml'))
  const steps: readonly { readonly run?: string; readonly with?: Record<string, string> }[] =
    jobs.image.steps
  const [resolve = ''] = steps.flatMap(({ run = '' }) => (run.includes('digest') ? [run] : []))
  const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
  expect(resolve).toContain(`${base}`)
  const [args] = steps.flatMap((step) => step.with?.['build-args'] ?? [])
  expect(args).toContain('NODE_IMAGE=')
})

test('install.ps1 checks the sum before it installs, and needs no administrator', async () => {
  const script = await text('scripts/install.ps1')
  const order = ['Invoke-WebRequest', 'Get-FileHash', 'nothing was installed', 'Move-Item']
  const places = order.map((one) => script.indexOf(one))
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true)
  expect(script).toMatch(/\[string\] \$Version = 'latest'/)
  expect(script).toMatch(/\$env:LOCALAPPDATA/)
  expect(script).not.toMatch(/RunAs|Program Files|HKLM|-Verb|Invoke-Expression/i)
  // The same address, file and variable as install.sh and the release.
  expect(script).toContain("'https://github.com/sandgate/sandgate/releases'")
  expect(script).toContain('sandgate-win-x64.exe')
  expect(script).toContain('$env:SANDGATE_RELEASES')
})
