import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layers as listed } from '../../lint/layers.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** Bottom up; an import may only point down. */
const layers = listed.map(({ name }) => name)

const pure = [
  'base',
  'domain',
  'scenario',
  'record',
  'judge',
  'gateway/seed',
  'control/facts',
] as const

const wire = ['hono', 'hono/cors', '@hono/node-server']
const forbiddenPackages = {
  domain: [...wire, 'node:fs', 'lowdb', 'commander', 'yaml', '@faker-js/faker'],
  base: [...wire, 'node:fs', 'lowdb', 'commander', '@faker-js/faker'],
  scenario: [...wire, 'node:fs', 'lowdb', 'commander', '@faker-js/faker'],
  'gateway/seed': [...wire, 'node:fs', 'lowdb', 'commander', 'zod', 'yaml', '@faker-js/faker'],
  record: [...wire, 'node:fs', 'lowdb', 'commander', '@faker-js/faker'],
  judge: [...wire, 'node:fs', 'lowdb', 'commander', '@faker-js/faker'],
  'gateway/world': [
    ...wire,
    'node:fs',
    'node:fs/promises',
    'lowdb',
    'lowdb/node',
    'commander',
    '@faker-js/faker',
  ],
  'gateway/store': [...wire, 'commander', '@faker-js/faker'],
  'gateway/wire': ['lowdb', 'commander', '@faker-js/faker'],
  control: ['lowdb', 'commander', '@faker-js/faker'],
  'control/facts': [...wire, 'node:fs', 'lowdb', 'commander', 'zod', 'yaml', '@faker-js/faker'],
  dashboard: ['lowdb', 'node:fs', 'commander', '@faker-js/faker'],
  'control/client': [...wire, 'lowdb', 'commander', '@faker-js/faker'],
  runtime: ['lowdb', 'commander', '@faker-js/faker'],
  cli: [...wire, 'lowdb', '@faker-js/faker'],
}
const allowedPackages = {
  domain: ['zod'],
  base: ['zod', 'yaml'],
  scenario: ['zod', 'yaml'],
  'gateway/seed': ['@faker-js/faker'],
  record: ['zod'],
  judge: ['zod'],
  'gateway/world': ['node:crypto', 'zod'],
  'gateway/store': ['node:fs', 'lowdb', 'lowdb/node'],
  'gateway/wire': [...wire, 'node:crypto', 'zod'],
  control: [...wire, 'node:crypto', 'zod'],
  dashboard: ['hono/jsx', 'zod'],
  'control/client': ['node:http'],
  runtime: ['@hono/node-server', 'node:path'],
  cli: ['commander', 'node:process'],
}

interface Case {
  readonly source: string
  /** Undefined where the linter must be silent. */
  readonly rule: string | undefined
}

const imports = 'lint/style/noRestrictedImports'
const cases = new Map<string, Case>()

/** Below, and yet not to be reached: wholly, or but for its types. */
const outOfReach = {
  'gateway/seed/judge': { values: imports, types: imports },
  'gateway/world/judge': { values: imports, types: imports },
  'gateway/store/judge': { values: imports, types: imports },
  'gateway/wire/judge': { values: imports, types: imports },
  'gateway/wire/gateway/store': { values: imports, types: imports },
  'control/gateway/store': { values: imports, types: imports },
  'cli/gateway/store': { values: imports, types: imports },
  'cli/gateway/world': { values: 'plugin', types: undefined },
  'cli/gateway/wire': { values: 'plugin', types: undefined },
  'cli/control': { values: 'plugin', types: undefined },
} as const

/** The way from a layer's files to src. */
const up = (layer: string) => '../'.repeat(layer.split('/').length)

for (const [height, layer] of layers.entries()) {
  for (const [otherHeight, other] of layers.entries()) {
    const upward = otherHeight > height ? imports : undefined
    const pair = `${layer}/${other}`
    const { values, types } = Object.hasOwn(outOfReach, pair)
      ? outOfReach[pair as keyof typeof outOfReach]
      : { values: upward, types: upward }
    const name = `from-${other.replace('/', '-')}.ts`
    cases.set(`src/${layer}/${name}`, {
      source: `import '${up(layer)}${other}/thing.ts'`,
      rule: values,
    })
    cases.set(`src/${layer}/inner/${name}`, {
      source: `import type { Thing } from '${up(layer)}../${other}/inner/thing.ts'\nexport type Own = Thing`,
      rule: types,
    })
  }
  cases.set(`src/${layer}/from-library.ts`, {
    source: `import '${up(layer)}index.ts'`,
    rule: imports,
  })
  cases.set(`src/${layer}/from-test.ts`, {
    source: `import '${up(layer)}../test/a.ts'`,
    rule: imports,
  })
  cases.set(`src/${layer}/from-sibling.ts`, { source: "import './sibling.ts'", rule: undefined })
  cases.set(`src/${layer}/from-yaml.ts`, {
    source: `import data from '${up(layer)}../scenarios/default.yaml'\nexport const own = data`,
    rule: undefined,
  })
}
for (const [layer, names] of Object.entries(forbiddenPackages)) addPackages(layer, names, imports)
for (const [layer, names] of Object.entries(allowedPackages)) addPackages(layer, names, undefined)
cases.set('src/index.ts', { source: "export { thing } from './runtime/thing.ts'", rule: undefined })

const forms = {
  'as-type': "import type { App } from '../wire/app.ts'\nexport type Own = App",
  'as-export': "export { app } from '../wire/app.ts'",
  'as-dynamic': "export const load = () => import('../wire/app.ts')",
}
for (const [form, source] of Object.entries(forms)) {
  cases.set(`src/gateway/world/${form}.ts`, { source, rule: imports })
}

const values = {
  'one-of-both':
    "import { type App, app } from '../gateway/wire/app.ts'\nexport const own: App = app",
  'as-whole': "import * as app from '../gateway/world/app.ts'\nexport const own = app",
  'as-export': "export { app } from '../control/parts.ts'",
  'as-dynamic': "export const load = () => import('../control/calls/app.ts')",
}
for (const [form, source] of Object.entries(values)) {
  cases.set(`src/cli/${form}.ts`, { source, rule: 'plugin' })
}
cases.set('src/control/calls/port.ts', {
  source:
    "import { StoreError } from '../../gateway/store/port/store-error.ts'\nexport const own = StoreError",
  rule: undefined,
})

/** The model of the gateway shares nothing with the product, or its agreement would prove nothing. */
const foreign = {
  'from-source': ["import '../../../src/domain/card/card.ts'", imports],
  'from-build': ["import '../../../dist/index.js'", imports],
  'from-package': ["import 'sandgate'", imports],
  'from-support': ["import '../../support/gateway-client.ts'", imports],
  'from-rules': ["import '../../../scenarios/default.yaml'", imports],
  'from-itself': ["import '../law/card.ts'", undefined],
} as const
for (const [name, [source, rule]] of Object.entries(foreign)) {
  for (const part of ['law', 'play']) cases.set(`test/model/${part}/${name}.ts`, { source, rule })
}

const impure = {
  now: ['Date.now()', 'plugin'],
  'now-by-reference': ['[0].map(Date.now)', 'plugin'],
  'new-date': ['new Date()', 'plugin'],
  'new-date-bare': ['new Date', 'plugin'],
  'date-call': ['Date()', 'plugin'],
  random: ['Math.random()', 'plugin'],
  'format-now': ["new Intl.DateTimeFormat('en-AU').format()", 'plugin'],
  performance: ['performance.now()', 'lint/style/noRestrictedGlobals'],
  timeout: ['setTimeout(() => 0, 1)', 'lint/style/noRestrictedGlobals'],
  interval: ['setInterval(() => 0, 1)', 'lint/style/noRestrictedGlobals'],
  uuid: ['crypto.randomUUID()', 'lint/style/noRestrictedGlobals'],
  environment: ['process.env', 'lint/style/noRestrictedGlobals'],
  'global-object': ['globalThis.setTimeout', 'lint/style/noRestrictedGlobals'],
  'given-date': ['new Date(0)', undefined],
  'given-format': ["new Intl.DateTimeFormat('en-AU').format(0)", undefined],
} as const
for (const layer of pure) {
  for (const [name, [expression, rule]] of Object.entries(impure)) {
    cases.set(`src/${layer}/${name}.ts`, { source: `export const value = ${expression}`, rule })
  }
}
for (const [name, expression] of Object.entries({ now: 'Date.now()', chance: 'Math.random()' })) {
  cases.set(`src/gateway/world/${name}.ts`, {
    source: `export const t = ${expression}`,
    rule: 'plugin',
  })
  cases.set(`src/gateway/store/${name}.ts`, {
    source: `export const t = ${expression}`,
    rule: undefined,
  })
}

const kept = {
  'kept-let': [
    'let last = 0\nexport const next = () => {\n  last += 1\n  return last\n}',
    'plugin',
  ],
  'kept-unset': ['let last: number | undefined\nexport const set = () => (last = 1)', 'plugin'],
  'kept-map': ['export const cache = new Map<string, number>()', 'plugin'],
  'kept-set': ['export const seen = new Set()', 'plugin'],
  'kept-weakly': ['export const cache = new WeakMap<object, number>()', 'plugin'],
  'kept-for-a-call': [
    'export function count(texts: readonly string[]) {\n  const seen = new Set<string>()\n  let all = 0\n  for (const text of texts) {\n    seen.add(text)\n    all += 1\n  }\n  return [all, seen.size]\n}',
    undefined,
  ],
  'kept-facts': ["export const words: ReadonlySet<string> = new Set(['a'])", undefined],
} as const
for (const [name, [source, rule]] of Object.entries(kept)) {
  cases.set(`src/domain/${name}.ts`, { source, rule })
}

const bans = {
  'src/gateway/world/default-export.ts': ['export default 1', 'lint/style/noDefaultExport'],
  'src/gateway/world/barrel.ts': [
    "export { own } from './own.ts'",
    'lint/performance/noBarrelFile',
  ],
  'src/gateway/world/export-all.ts': ["export * from './own.ts'", 'lint/performance/noReExportAll'],
  'src/gateway/world/enumerated.ts': ['export enum Colour { Red }', 'lint/style/noEnum'],
  'src/gateway/world/spaced.ts': [
    'export namespace Space { export const a = 1 }',
    'lint/style/noNamespace',
  ],
  'src/gateway/world/loose.ts': ['export const loose: any = 1', 'lint/suspicious/noExplicitAny'],
  'src/gateway/world/NotKebab.ts': ['export const a = 1', 'lint/style/useFilenamingConvention'],
  'src/gateway/world/floating.ts': [
    'async function later(): Promise<void> {}\nexport function run() {\n  later()\n}',
    'lint/nursery/noFloatingPromises',
  ],
  'src/gateway/world/cycle-a.ts': [
    "import { b } from './cycle-b.ts'\nexport const a = (): number => b()",
    'lint/suspicious/noImportCycles',
  ],
  'src/gateway/world/cycle-b.ts': [
    "import { a } from './cycle-a.ts'\nexport const b = (): number => a()",
    'lint/suspicious/noImportCycles',
  ],
  'vitest.config.ts': ['export default {}', undefined],
} as const
for (const [file, [source, rule]] of Object.entries(bans)) cases.set(file, { source, rule })

function addPackages(layer: string, names: readonly string[], rule: string | undefined) {
  for (const name of names) {
    const file = `src/${layer}/package-${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.ts`
    cases.set(file, { source: `export const load = () => import('${name}')`, rule })
  }
}

let folder: string
let reported: ReadonlyMap<string, ReadonlySet<string>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandgate-layers-'))
  for (const file of ['biome.json', 'package.json']) {
    await cp(path.join(root, file), path.join(folder, file))
  }
  await cp(path.join(root, 'lint'), path.join(folder, 'lint'), { recursive: true })
  for (const [file, { source }] of cases) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
    await writeFile(path.join(folder, file), `${source}\n`)
  }
  reported = await lint(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

/** The rules that the project's linter reports, by file. */
async function lint(cwd: string) {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--error-on-warnings']
  const output = await new Promise<string>((resolve) => {
    const settings = { cwd, maxBuffer: 100_000_000 }
    execFile(process.execPath, [biome, ...options], settings, (_, stdout) => resolve(stdout))
  })
  const rules = new Map<string, Set<string>>()
  for (const { category, location } of JSON.parse(output).diagnostics) {
    rules.set(location.path, (rules.get(location.path) ?? new Set()).add(category))
  }
  return rules
}

const found = (file: string) => [...(reported.get(file) ?? [])]

test('every forbidden import, call and form is refused by its rule', () => {
  const refused = [...cases].filter(([, { rule }]) => rule !== undefined)
  const missed = refused.filter(([file, { rule }]) => !found(file).includes(String(rule)))
  expect(missed).toEqual([])
  expect(refused.length).toBeGreaterThan(200)
})

test('every allowed import, call and form passes', () => {
  const allowed = [...cases].filter(([, { rule }]) => rule === undefined)
  const wronged = allowed.filter(([file]) => found(file).length > 0)
  expect(wronged.map(([file]) => [file, found(file)])).toEqual([])
  expect(allowed.length).toBeGreaterThan(100)
})
