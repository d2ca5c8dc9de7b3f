import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/**
 * The library's types of the answers, from the schemas that describe them. Users do not have zod,
 * so the types that the compiler infers from the schemas are written out.
 */

/** @typedef {{ [keyword: string]: any }} Schema */
/** @typedef {{ readonly schemas: Readonly<Record<string, Schema>>, readonly ids: Readonly<Record<string, Readonly<Record<string, string>>>> }} Described */

/** Documents that people write, and their types, which are more exact than their schemas. */
const written = new Map([
  ['FaultDocument', './scenario/faults/table.js'],
  ['WhenDocument', './scenario/scenario-document.js'],
])

/** Where the types are, below the folder of declarations. */
const FILE = 'answers.d.ts'

const derived = /^export type (\w+) = ValueOf<typeof (\w+)>;$/gm

/** Declarations to ship instead of the emitted ones below `folder`, by relative path. */
export async function answerTypes(/** @type {string} */ folder, /** @type {string} */ root) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const name of await readdir(folder, { recursive: true })) {
    // Stored records are not public: a public type that names one is refused with its package.
    if (!name.endsWith('.d.ts') || name.startsWith('domain')) continue
    const text = await readFile(path.join(folder, name), 'utf8')
    if (text.search(derived) !== -1) texts.set(name.replaceAll(path.sep, '/'), text)
  }
  const described = await describedIn([...texts.keys()], root)
  const shipped = new Map([[FILE, typesText(described.schemas)]])
  for (const [name, text] of texts) shipped.set(name, withoutSchemas(name, text, described))
  return shipped
}

/** Loads the modules, and with them the schemas that have an id. */
async function describedIn(/** @type {readonly string[]} */ names, /** @type {string} */ root) {
  const modules = names.map((name) => name.replace(/\.d\.ts$/, ''))
  const contents = [
    "import * as z from 'zod'",
    ...modules.map((name, i) => `import * as m${i} from './src/${name}.ts'`),
    `const modules = { ${modules.map((name, i) => `'${name}.d.ts': m${i}`).join(', ')} }`,
    'const idOf = (value) => (value instanceof z.ZodType ? z.globalRegistry.get(value)?.id : undefined)',
    'const named = (all) => Object.entries(all).map(([name, value]) => [name, idOf(value)])',
    'export const ids = Object.fromEntries(Object.entries(modules).map(',
    '  ([name, all]) => [name, Object.fromEntries(named(all))]))',
    "const options = { io: 'input', unrepresentable: 'any', uri: (id) => id }",
    'export const { schemas } = z.toJSONSchema(z.globalRegistry, options)',
  ].join('\n')
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-answers-'))
  try {
    const outfile = path.join(folder, 'answers.mjs')
    await build({
      stdin: { contents, resolveDir: root },
      absWorkingDir: root,
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'silent',
    })
    return /** @type {Described} */ (await import(pathToFileURL(outfile).href))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A module's types, which refer to the shipped ones, without its schemas and functions. */
function withoutSchemas(
  /** @type {string} */ file,
  /** @type {string} */ text,
  /** @type {Described} */ { ids, schemas },
) {
  const statements = text
    .split(/^(?=\S)(?!\})/m)
    .filter((one) => !/^(export )?declare (?:const|function) /.test(one))
  const up = path.posix.relative(path.posix.dirname(file), FILE.replace('.d.ts', '.ts'))
  const referring = statements.map((one) =>
    one.replace(derived, (_, type, schema) => {
      // A schema that its module keeps to itself has the name of its type.
      const id = ids[file]?.[schema] ?? (type in schemas ? type : undefined)
      if (id === undefined) throw new Error(`${schema} in ${file} is public and has no id`)
      const from = up.startsWith('.') ? up : `./${up}`
      const name = id === type ? id : `${id} as ${type}`
      return `export type { ${type} };\nimport type { ${name} } from '${from}';`
    }),
  )
  const rest = referring.filter((one) => !one.startsWith('import ')).join('')
  const isUsed = (/** @type {string} */ line) =>
    (line.match(/\w+(?=,? *(?:,|\}))/g) ?? []).some((word) =>
      new RegExp(`\\b${word}\\b`).test(rest),
    )
  const imports = referring.filter((one) => one.startsWith('import ') && isUsed(one))
  return imports.join('') + rest
}

function typesText(/** @type {Readonly<Record<string, Schema>>} */ schemas) {
  const imports = [...written].map(
    ([name, file]) => `import type { ${name} } from '${file.replace(/\.js$/, '.ts')}';\n`,
  )
  const types = Object.entries(schemas)
    .filter(([name]) => !written.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => {
      const type = typeOf(schema, '')
      const isObject = schema.properties !== undefined
      const declared = isObject ? `interface ${name} ${type}\n` : `type ${name} = ${type};\n`
      return `${commentOf(schema, '')}export ${declared}`
    })
  return [...imports, ...types].join('')
}

/** @returns {string} */
function typeOf(/** @type {Schema} */ schema, /** @type {string} */ indent) {
  const { $ref, anyOf, oneOf, type, properties, items, propertyNames, additionalProperties } =
    schema
  if ($ref !== undefined) return $ref
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum)
    return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' | ')
  if (type === 'array') {
    const item = typeOf(items, indent)
    return `readonly ${/ \| /.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`
  }
  if (properties !== undefined) return objectType(schema, indent)
  if (type === 'object') {
    const keys = propertyNames?.enum ? typeOf(propertyNames, indent) : 'string'
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
    const isWhole = propertyNames?.enum === undefined || schema.required !== undefined
    return `Readonly<${isWhole ? '' : 'Partial<'}Record<${keys}, ${values}>>${isWhole ? '' : '>'}`
  }
  const parts = anyOf ?? oneOf
  if (parts) return parts.map((/** @type {Schema} */ one) => typeOf(one, indent)).join(' | ')
  return [type ?? 'unknown'].flat().join(' | ').replaceAll('integer', 'number')
}

function objectType(
  /** @type {Schema} */ { properties, required = [] },
  /** @type {string} */ indent,
) {
  const inner = `${indent}    `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const isOptional =
      !required.includes(name) && Object.keys(schema).some((key) => key !== 'description')
    return `${commentOf(schema, inner)}${inner}readonly ${name}${isOptional ? '?' : ''}: ${typeOf(schema, inner)};\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function commentOf(/** @type {Schema} */ { description }, /** @type {string} */ indent) {
  return description === undefined
    ? ''
    : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`
}
