/**
 * The layers of src, bottom up: an import may only point down. `npm run docs` writes what Biome reads
 * of it, lint/layers.json.
 *
 * @typedef {object} Layer
 * @property {string} name The folder below src; one inside another comes after it.
 * @property {readonly string[]} [only] The packages that it may import, and nothing of Node.
 * @property {readonly string[]} [never] The packages that it may not import.
 * @property {readonly (readonly [glob: readonly string[], message: string])[]} [closed] Folders below that it may not import.
 * @property {readonly string[]} [plugins] Rules of our own in this folder.
 */

const wire = ['hono', 'hono/**', '@hono/**']
const lowdb = ['lowdb', 'lowdb/**']
const faker = '@faker-js/**'
const files = ['fs', 'fs/**', 'node:fs', 'node:fs/**']
const parsers = ['zod', 'zod/**', 'yaml']

/** @type {readonly [globs: readonly string[], message: string]} */
const port = [
  ['**/store/**', '!**/store/port/**'],
  'Of store, this knows the port alone; runtime passes the rest in.',
]

/** @type {readonly [globs: readonly string[], message: string]} */
const judge = [
  ['**/judge/**'],
  'gateway and judge are siblings: both know record, and not each other.',
]

/** @type {readonly Layer[]} */
export const layers = [
  { name: 'base', only: parsers },
  { name: 'domain', only: ['zod'], plugins: ['no-module-state'] },
  { name: 'scenario', only: parsers },
  { name: 'record', only: ['zod'] },
  { name: 'judge', only: ['zod'] },
  { name: 'gateway/seed', only: ['@faker-js/faker'], closed: [judge] },
  {
    name: 'gateway/world',
    never: [...wire, ...lowdb, 'commander', faker, ...files],
    closed: [judge],
    plugins: ['pure'],
  },
  { name: 'gateway/store', never: [...wire, 'commander', faker], closed: [judge] },
  { name: 'gateway/wire', never: [...lowdb, 'commander', faker], closed: [port, judge] },
  { name: 'control', never: [...lowdb, 'commander', faker], closed: [port] },
  { name: 'control/facts', only: [] },
  { name: 'control/client', never: [...wire, ...lowdb, 'commander', faker] },
  { name: 'dashboard', never: [...lowdb, 'commander', faker, ...files] },
  { name: 'runtime', never: [...lowdb, 'commander', faker] },
  {
    name: 'cli',
    never: [...wire, ...lowdb, faker],
    closed: [
      [['**/store/**'], 'cli goes through runtime or the control API, which know the store.'],
    ],
    plugins: ['cli'],
  },
]

/** Time, chance and I/O reach these as arguments. */
const pure = ['base', 'domain', 'scenario', 'record', 'judge', 'gateway/seed', 'control/facts']

/** @type {readonly [readonly string[], string]} */
const realClock = [
  ['**/base/monotonic.ts', './monotonic.ts'],
  'This folder is pure: time arrives as an argument.',
]

/** Where a test's fake timers must change nothing. */
const inSandbox = ['gateway', 'control', 'dashboard', 'runtime']

const fakeable = Object.fromEntries(
  ['clearInterval', 'clearTimeout', 'setImmediate', 'setInterval', 'setTimeout'].map((name) => [
    name,
    "A test may fake it, and a sandbox in that test's process would stand still: import it from base/timers.ts.",
  ]),
)

/** @type {readonly [readonly string[], string]} */
const fakedModules = [
  ['timers', 'timers/promises', 'node:timers', 'node:timers/promises'],
  'Tests may fake these: see base/timers.ts.',
]

/** Imported by none of them. */
const outside = ['test', 'bench', 'examples', 'scripts'].map((folder) => `**/${folder}/**`)

/** @param {string} name */
const lastOf = (name) => name.replace(/.*\//, '')

/** The overrides of biome.json that keep the layers. */
export function layerOverrides() {
  return [
    {
      includes: [
        ...pure.map((name) => `src/${name}/**`),
        '!src/base/in-batches.ts',
        '!src/base/monotonic.ts',
        '!src/base/timers.ts',
      ],
      plugins: [plugin('pure')],
      linter: { rules: { style: { noRestrictedGlobals: refused({ deniedGlobals }) } } },
    },
    {
      includes: [
        ...inSandbox.map((name) => `src/${name}/**`),
        '!src/dashboard/browser/**',
        '!src/gateway/seed/**',
        '!src/control/facts/**',
      ],
      linter: { rules: { style: { noRestrictedGlobals: refused({ deniedGlobals: fakeable }) } } },
    },
    ...layers.map(({ name, only, never = [], closed = [], plugins = [] }, height) => {
      const above = layers.slice(height + 1).map((one) => `**/${lastOf(one.name)}/**`)
      return {
        includes: [`src/${name}/**`],
        plugins: plugins.map(plugin),
        ...imports([
          only
            ? [['**', '!./**', '!../**', ...only.map((one) => `!${one}`)], onlyMessage(name, only)]
            : [never, `${name} must not import this package: see lint/layers.mjs.`],
          ...closed,
          ...(name === 'cli' ? [] : [fakedModules]),
          ...(pure.includes(name) || plugins.includes('pure') ? [realClock] : []),
          [
            [...above, '**/index.ts', ...outside],
            `An import may only point down; this is above ${name}.`,
          ],
        ]),
      }
    }),
    {
      includes: ['src/index.ts'],
      ...imports([
        [
          [...wire, ...lowdb, 'commander', faker],
          'The library goes through runtime; hono, lowdb, commander and faker are below.',
        ],
        [['**/cli/**', ...outside], 'The library is next to cli and imports runtime.'],
      ]),
    },
  ]
}

const deniedGlobals = Object.fromEntries(
  [
    ...['Buffer', 'console', 'crypto', 'fetch', 'globalThis', 'performance', 'process'],
    ...['queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout'],
  ].map((name) => [name, 'This folder is pure: no clock, no chance, no I/O.']),
)

/** @param {string} name @param {readonly string[]} only */
function onlyMessage(name, only) {
  const packages = only.filter((one) => !one.endsWith('/**') || !only.includes(one.slice(0, -3)))
  return `${name} is pure: it imports nothing of Node, and of packages ${packages.join(', ') || 'none'}.`
}

/** @param {readonly (readonly [group: readonly string[], message: string])[]} patterns */
function imports(patterns) {
  const options = { patterns: patterns.map(([group, message]) => ({ group, message })) }
  return { linter: { rules: { style: { noRestrictedImports: refused(options) } } } }
}

/** @param {object} options */
function refused(options) {
  return { level: 'error', options }
}

/** @param {string} name */
function plugin(name) {
  return `./lint/${name}.grit`
}

/** The text of lint/layers.json, one override per line. */
export function layersJson() {
  const lines = layerOverrides().map((one) => `  ${JSON.stringify(one)}`)
  return `{ "overrides": [\n${lines.join(',\n')}\n] }\n`
}
