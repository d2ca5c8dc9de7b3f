import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript-5'
import { expect, test } from 'vitest'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { runProgram } from '../support/run-program.ts'

const root = path.resolve(import.meta.dirname, '../..')

const shop = `
import { connectSandbox, startSandbox, type RequestResponse, type Sandbox, TooFewRequests } from 'sandgate'

async function pay(): Promise<readonly RequestResponse[]> {
  const sandbox: Sandbox = await startSandbox({ clock: '2026-03-10T01:00:00Z', config: {} })
  const again: Sandbox = await connectSandbox(sandbox.url, { world: 'default' })
  const { now }: { now: string } = await again.clock.advance('1h')
  if (now !== '2026-03-10T02:00:00.000Z') throw new TypeError(now)
  try {
    return await again.waitForRequests({ operation: 'purchase' }, { count: 1, timeout: '1ms' })
  } catch (error) {
    if (error instanceof TooFewRequests) return error.requests
    throw error
  }
}

pay().then(({ length }) => console.log(length))
`

/** A value of every public type, inside another whose type the compiler writes down. */
async function nested(): Promise<string> {
  const index = await readFile(path.join(root, 'src/index.ts'), 'utf8')
  const generic = ['OneOrMore', 'SomeOf', 'AssumedValues']
  const lists = index.matchAll(/^export type \{([^}]*)\}/gm)
  const names = [...lists].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  expect(names).toEqual(expect.arrayContaining(generic))
  const lines = names.map((name) => {
    const type = generic.includes(name) ? `${name}<{ readonly a: number }>` : name
    return `export declare const its${name}: S.${type}\nexport const a${name} = { of: its${name} }`
  })
  const inner = 'export const paths = { of: itsAssumptions.paths, all: { ...itsAssumptions } }'
  return ["import type * as S from 'sandgate'", ...lines, inner].join('\n')
}

/**
 * One exported value for each type that a user reaches from the library's face: every method's
 * response, and everything inside it, found by the compiler.
 */
async function reachable(): Promise<string> {
  const start = "import type * as S from 'sandgate'\ndeclare const all: S.Sandbox\nall.url"
  await using folder = await project(newest, { 'all.ts': start })
  const program = programOf(folder)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(folder.at('all.ts'))
  const sandbox = source?.statements.find(ts.isVariableStatement)?.declarationList.declarations[0]
  const seen = new Set<ts.Type>()
  const lines = [
    "import type * as S from 'sandgate'",
    'declare function called<T>(method: (...given: never[]) => T): Awaited<T>',
    'declare function element<T>(list: readonly T[]): T',
    'declare const v0: S.Sandbox',
  ]
  const walk = (type: ts.Type, name: string): void => {
    const value = checker.getNonNullableType(type)
    const parts = value.isUnion() ? value.types : [value]
    if (seen.has(value) || !parts.every(({ flags }) => flags & ts.TypeFlags.Object)) return
    seen.add(value)
    const next = (inner: ts.Type, text: string) => {
      const inside = `v${lines.length}`
      lines.push(`export const ${inside} = ${text}`)
      walk(inner, inside)
    }
    if (checker.isArrayType(value)) {
      const [item] = checker.getTypeArguments(value as ts.TypeReference)
      if (item) next(item, `element(${name})`)
      return
    }
    const [call] = value.getCallSignatures()
    if (call) {
      const given = call.getReturnType()
      next(checker.getAwaitedType(given) ?? given, `called(${name})`)
      return
    }
    for (const property of value.getProperties()) {
      if (property.name.startsWith('__@')) continue
      next(checker.getTypeOfSymbol(property), `${name}[${JSON.stringify(property.name)}]!`)
    }
  }
  if (sandbox === undefined) throw new Error('There is no sandbox to walk through')
  walk(checker.getTypeAtLocation(sandbox), 'v0')
  return lines.join('\n')
}

/** Editors complete what is known, and any other text is taken. */
const texts = `
import type { DurationText, FindingCode, BuiltInName, Sandbox } from 'sandgate'

export const builtIn: BuiltInName = 'flaky-day'
// @ts-expect-error: there is none of this name
export const unknown: BuiltInName = 'flakey-day'
export const durations = ['90s', '2 banking days', 'PT90S', '1h30m'] satisfies readonly DurationText[]
export const code: FindingCode = 'double-charge'
export async function use(sandbox: Sandbox, text: string) {
  await sandbox.scenarios.load(builtIn)
  await sandbox.scenarios.load(text)
  await sandbox.clock.advance('next banking day')
  return sandbox.clock.advance(text)
}
`

const fixture = `
import { test } from 'sandgate/vitest'

test('pays', async ({ sandbox }) => {
  const seen: number = (await sandbox.requests()).length
  if (seen !== 0) throw new Error(sandbox.api)
})
`

interface How {
  readonly moduleResolution: string
  readonly module: string
  readonly type: string
}

async function project(how: How, files: Readonly<Record<string, string>>): Promise<Scratch> {
  const { moduleResolution, module, type } = how
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    module,
    moduleResolution,
    // A declaration of ours that does not compile by itself is found; those of TypeScript itself
    // and of vitest are not ours.
    skipDefaultLibCheck: true,
    skipLibCheck: 'shop.test.ts' in files,
    outDir: 'out',
    declaration: true,
  }
  const folder = await scratchFolder({
    'package.json': JSON.stringify({ name: 'shop', type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    ...files,
  })
  await mkdir(folder.at('node_modules'))
  await symlink(root, folder.at('node_modules/sandgate'))
  await symlink(path.join(root, 'node_modules/vitest'), folder.at('node_modules/vitest'))
  return folder
}

/** Parsed once for all ways: what TypeScript itself declares is most of every program. */
const libraries = new Map<string, ts.SourceFile | undefined>()

/** By the version before the native one: later ones no longer know the oldest way. */
function programOf(folder: Scratch): ts.Program {
  const { config } = ts.readConfigFile(folder.at('tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder.path)
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile.bind(host)
  const place = host.getDefaultLibLocation?.() ?? ''
  host.getCurrentDirectory = () => folder.path
  host.getSourceFile = (name, how, ...rest) => {
    if (!name.startsWith(place)) return parse(name, how, ...rest)
    const key = JSON.stringify([name, how])
    if (!libraries.has(key)) libraries.set(key, parse(name, how, ...rest))
    return libraries.get(key)
  }
  return ts.createProgram(fileNames, options, host)
}

function compile(folder: Scratch): string {
  const program = programOf(folder)
  const { diagnostics } = program.emit()
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  return ts.formatDiagnostics(all, {
    getCurrentDirectory: () => folder.path,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  })
}

const ways: readonly How[] = [
  { moduleResolution: 'node10', module: 'commonjs', type: 'commonjs' },
  // TypeScript resolves `node16` by the same rules.
  { moduleResolution: 'nodenext', module: 'nodenext', type: 'commonjs' },
  { moduleResolution: 'nodenext', module: 'nodenext', type: 'module' },
  { moduleResolution: 'bundler', module: 'esnext', type: 'module' },
]

const newest: How = { moduleResolution: 'nodenext', module: 'nodenext', type: 'module' }

/** The oldest and the newest: each reads other files of ours, with the same types in them. */
const ends = ways.filter((_, i) => i === 0 || i === 2)

test.each(ways)(
  'TypeScript finds the library by $moduleResolution in a $type package, and what it emits runs',
  async (how) => {
    const types = { 'texts.ts': texts, 'nested.ts': await nested() }
    await using folder = await project(how, {
      'shop.ts': shop,
      ...(ends.includes(how) && types),
    })
    expect(compile(folder)).toBe('')
    // The sandbox is left open: that must not keep the process alive.
    const ended = await runProgram([process.execPath, 'out/shop.js'], { cwd: folder.path })
    expect(ended).toEqual({ code: 0, stdout: '0\n', stderr: '' })
  },
)

// Vitest itself cannot be required, and the newer ways see that.
test.each(ends)(
  'TypeScript finds the fixture by $moduleResolution in a $type package',
  async (how) => {
    await using folder = await project(how, { 'shop.test.ts': fixture })
    expect(compile(folder)).toBe('')
  },
)

test.each(ends)(
  'TypeScript names every type inside the library in what it declares, by $moduleResolution in a $type package',
  async (how) => {
    const text = await reachable()
    for (const name of ['report', 'findings', 'reconcile', 'steps', 'waitForRequests']) {
      expect(text).toContain(`["${name}"]`)
    }
    await using folder = await project(how, { 'reach.ts': text })
    expect(compile(folder)).toBe('')
  },
)
