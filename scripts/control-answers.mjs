import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript-5'

/**
 * Writes the JSON Schemas of the control API's answers, for its OpenAPI document, from the types of
 * its handlers. Takes ten seconds, so `npm run docs` runs it and the build does not; a test holds
 * real answers against the result.
 */

const root = path.resolve(import.meta.dirname, '..')
const entry = path.join(root, 'src/http/control/every-answer.ts')
const entryText = `import type { AnswerOf, CallName } from './control-calls.ts'
export type EveryAnswer = { [Name in CallName]: AnswerOf<Name> }`

/** @typedef {Record<string, unknown>} Schema */

const { checker, every } = typesOfAnswers()

/** The schemas that have a name, by that name. @type {Map<string, { type: ts.Type, schema: Schema }>} */
const named = new Map()

const answers = Object.fromEntries(
  every
    .getProperties()
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => {
      const type = checker.getTypeOfSymbol(/** @type {ts.Symbol} */ (every.getProperty(name)))
      return type.flags & ts.TypeFlags.Undefined ? [] : [[name, schemaOf(type)]]
    }),
)
const schemas = Object.fromEntries([...named].sort().map(([name, { schema }]) => [name, schema]))
await writeFile(
  path.join(root, 'src/http/openapi/control-answers.json'),
  `${JSON.stringify({ answers, schemas }, null, 1)}\n`,
)

/** The types of all answers, from a program with one more file that names them. */
function typesOfAnswers() {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === entry || fileExists(file)
  host.getSourceFile = (file, ...rest) =>
    file === entry
      ? ts.createSourceFile(file, entryText, ts.ScriptTarget.ESNext)
      : getSourceFile(file, ...rest)
  const program = ts.createProgram([entry], options, host)
  const checker = program.getTypeChecker()
  const alias = program.getSourceFile(entry)?.statements.find(ts.isTypeAliasDeclaration)
  return { checker, every: checker.getTypeAtLocation(/** @type {ts.Node} */ (alias)) }
}

/** @returns {Schema} */
function schemaOf(/** @type {ts.Type} */ type) {
  if (type.isUnion()) return unionOf(type)
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))
    return { type: 'array', items: item ? schemaOf(item) : {} }
  }
  return scalarOf(type) ?? referenceTo(type) ?? objectOf(type)
}

/** @returns {Schema | undefined} */
function scalarOf(/** @type {ts.Type} */ type) {
  const is = (/** @type {ts.TypeFlags} */ flags) => (type.flags & flags) !== 0
  if (type.isStringLiteral()) return { type: 'string', enum: [type.value] }
  if (type.isNumberLiteral()) return { type: 'integer', enum: [type.value] }
  if (is(ts.TypeFlags.StringLike)) return { type: 'string' }
  // Ids, counts and cents.
  if (is(ts.TypeFlags.NumberLike)) return { type: 'integer' }
  if (is(ts.TypeFlags.BooleanLike)) return { type: 'boolean' }
  if (is(ts.TypeFlags.Null)) return { type: 'null' }
  if (is(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
  // A text with a brand.
  if (type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String)) {
    return { type: 'string' }
  }
  return undefined
}

/** Scalars of a union become one schema; an object with an error is for another status. */
function unionOf(/** @type {ts.UnionType} */ { types }) {
  const parts = types.filter(
    (one) => !(one.flags & ts.TypeFlags.Undefined || one.getProperty('errors')),
  )
  const scalars = /** @type {Schema[]} */ (parts.flatMap((one) => scalarOf(one) ?? []))
  const objects = parts.filter((one) => scalarOf(one) === undefined).map(schemaOf)
  const all = [...distinct(objects), ...(scalars.length > 0 ? [together(scalars)] : [])]
  return all.length === 1 ? /** @type {Schema} */ (all[0]) : { anyOf: all }
}

function together(/** @type {readonly Schema[]} */ scalars) {
  const types = [...new Set(scalars.map(({ type }) => type))].sort()
  // Null comes last, as people write it.
  const last = [
    ...types.filter((type) => type !== 'null'),
    ...types.filter((type) => type === 'null'),
  ]
  const isClosed = scalars.every((one) => one.enum !== undefined || one.type === 'null')
  const values = scalars.flatMap((one) => /** @type {unknown[]} */ (one.enum) ?? []).sort()
  const nulls = last.includes('null') ? [null] : []
  return {
    type: last.length === 1 ? last[0] : last,
    ...(isClosed && values.length > 0 && { enum: [...values, ...nulls] }),
  }
}

function distinct(/** @type {readonly Schema[]} */ schemas) {
  return [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()]
}

/** A reference to an interface of ours; a document of OpenAPI is described elsewhere. */
function referenceTo(/** @type {ts.Type} */ type) {
  const symbol = type.aliasSymbol ?? type.symbol
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
  if (!file.startsWith(path.join(root, 'src')) || symbol.name.startsWith('__')) return undefined
  if (file.includes('/openapi/')) return { type: 'object', additionalProperties: true }
  const known = named.get(symbol.name)
  if (known && !isSame(known.type, type)) {
    throw new Error(`Two types of answers are called ${symbol.name}`)
  }
  if (!known) {
    const own = { type, schema: {} }
    named.set(symbol.name, own)
    Object.assign(own.schema, objectOf(type), wordsOf(symbol))
  }
  return { $ref: `#/components/schemas/${symbol.name}` }
}

function isSame(/** @type {ts.Type} */ one, /** @type {ts.Type} */ other) {
  return one === other || checker.typeToString(one) === checker.typeToString(other)
}

/** @returns {Schema} */
function objectOf(/** @type {ts.Type} */ type) {
  const members = type.getProperties().filter(({ name }) => !name.startsWith('__@'))
  const properties = members.map((member) => [
    member.name,
    {
      ...schemaOf(checker.getTypeOfSymbol(member)),
      // The only number with a fraction.
      ...(member.name === 'duration' && { type: 'number' }),
      ...wordsOf(member),
    },
  ])
  const required = members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
  const [index] = checker.getIndexInfosOfType(type)
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(index && { additionalProperties: schemaOf(index.type) }),
  }
}

/** What the comment above a type or a member says. */
function wordsOf(/** @type {ts.Symbol} */ symbol) {
  const words = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  return words === '' ? {} : { description: words.replaceAll('\n', ' ') }
}
