/**
 * The layers of src, bottom up: an import may only point down. `npm run docs` writes what Biome reads
 * of it, lint/layers.json.
 *
 * @typedef {object} Layer
 * @property {string} name
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

/** @type {readonly Layer[]} */
export const layers = [
  { name: 'domain', only: ['zod'], plugins: ['no-module-state'] },
  { name: 'document', only: parsers },
  { name: 'scenario', only: parsers },
  { name: 'seed', only: ['@faker-js/faker'] },
  { name: 'insight', only: ['zod'] },
  { name: 'world', never: [...wire, ...lowdb, 'commander', faker, ...files], plugins: ['pure'] },
  { name: 'store', never: [...wire, 'commander', faker] },
  {
    name: 'http',
    never: [...lowdb, 'commander', faker],
    closed: [
      [
        ['**/store/**', '!**/store/port/**'],
        'Of store, http knows the port alone; runtime passes the rest in.',
      ],
    ],
  },
  { name: 'fields', only: [] },
  { name: 'dashboard', never: [...lowdb, 'commander', faker, ...files] },
  { name: 'client', never: [...wire, ...lowdb, 'commander', faker] },
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
const pure = ['domain', 'document', 'scenario', 'seed', 'insight', 'fields']

/** @type {readonly [readonly string[], string]} */
const realClock = [
  ['**/document/monotonic.ts', './monotonic.ts'],
  'This folder is pure: time arrives as an argument.',
]

/** Imported by none of them. */
const outside = ['test', 'bench', 'examples', 'scripts'].map((folder) => `**/${folder}/**`)

/** The overrides of biome.json that keep the layers. */
export function layerOverrides() {
  return [
    {
      includes: [
        ...pure.map((name) => `src/${name}/**`),
        '!src/document/in-batches.ts',
        '!src/document/monotonic.ts',
      ],
      plugins: [plugin('pure')],
      linter: { rules: { style: { noRestrictedGlobals: refused({ deniedGlobals }) } } },
    },
    ...layers.map(({ name, only, never = [], closed = [], plugins = [] }, height) => {
      const above = layers.slice(height + 1).map((one) => `**/${one.name}/**`)
      return {
        includes: [`src/${name}/**`],
        plugins: plugins.map(plugin),
        ...imports([
          only
            ? [['**', '!./**', '!../**', ...only.map((one) => `!${one}`)], onlyMessage(name, only)]
            : [never, `${name} must not import this package: see lint/layers.mjs.`],
          ...closed,
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
