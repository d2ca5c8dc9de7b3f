import path from 'node:path'
import ts from 'typescript-5'
import { expect, test } from 'vitest'
import { page, root } from './pages.ts'

const file = path.join(root, 'src/runtime/library/sandbox.ts')

test('the page of the library has every field of a sandbox, with the options of its type', () => {
  const documented = documentedFields()
  const declared = declaredFields()
  expect([...documented.keys()].sort()).toEqual([...declared.keys()].sort())
  for (const [name, forms] of documented) {
    for (const [at, { fields, hasMore }] of forms) {
      const known = declared.get(name)?.[at] ?? []
      const missing = hasMore ? [] : known.filter((one) => !fields.includes(one))
      const unknown = fields.filter((one) => !known.includes(one))
      expect({ name, missing, unknown }).toEqual({ name, missing: [], unknown: [] })
    }
  }
})

/** An object that a call takes, as the page writes it: `{ limit, after, … }`. */
interface Form {
  readonly fields: readonly string[]
  readonly hasMore: boolean
}

type Forms = ReadonlyMap<number, Form>

/** The fields that the table names, by their paths: `clock.now`. Of a call, the objects among its arguments. */
function documentedFields(): ReadonlyMap<string, Forms> {
  const [, section = ''] = page('docs/reference/library.md').text.split('\n## A sandbox\n')
  const found = new Map<string, Forms>()
  for (const [, cell = ''] of section.split('\n## ')[0]?.matchAll(/^\| (`[^|]*) \|/gm) ?? []) {
    let group = ''
    for (const [, code = ''] of cell.matchAll(/`([^`]+)`/g)) {
      const [, whole = '', given = ''] = /^([\w.]+)(?:\((.*)\))?$/.exec(code) ?? []
      const name = whole.startsWith('.') ? `${group}${whole}` : whole
      group = name.slice(0, Math.max(0, name.indexOf('.')))
      found.set(name, formsIn(given))
    }
  }
  return found
}

function formsIn(given: string): Forms {
  const args = given.match(/\{[^}]*\}|[^,]+/g) ?? []
  const objects = args.flatMap((arg, at) => {
    const [, inside] = /^\s*\{(.*)\}$/.exec(arg) ?? []
    if (inside === undefined) return []
    const names = inside.match(/\w+/g) ?? []
    return [[at, { fields: names, hasMore: inside.includes('…') }] as const]
  })
  return new Map(objects)
}

/** The fields of the type, and of each call the names in the objects that it takes, by their place. */
function declaredFields(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const sandbox = source?.statements.find(
    (one) => ts.isInterfaceDeclaration(one) && one.name.text === 'Sandbox',
  )
  if (sandbox === undefined) throw new Error('There is no type Sandbox')
  const namesOf = (type: ts.Type) =>
    checker.getPropertiesOfType(checker.getNonNullableType(type)).map(({ name }) => name)
  const fieldsOf = (type: ts.Type, before = ''): (readonly [string, readonly string[][]])[] =>
    checker.getPropertiesOfType(type).flatMap((property) => {
      const name = `${before}${property.name}`
      if (name.startsWith('__@')) return []
      const own = checker.getTypeOfSymbol(property)
      const [call] = own.getCallSignatures()
      const isGroup = call === undefined && (own.flags & ts.TypeFlags.Object) !== 0
      if (isGroup) return fieldsOf(own, `${name}.`)
      const taken = call?.getParameters().map((one) => namesOf(checker.getTypeOfSymbol(one))) ?? []
      return [[name, taken] as const]
    })
  return new Map(fieldsOf(checker.getTypeAtLocation(sandbox)))
}
