import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { runProgram } from '../support/run-program.ts'

interface Told {
  readonly required: string[]
  readonly errors: string[]
  readonly exitCode: number | undefined
}

/** Runs the program's first lines as that version of Node would. */
async function runOn(node: string): Promise<Told> {
  const source = (await readFile(binary, 'utf8')).replace(/^#!.*/, '')
  const required: string[] = []
  const errors: string[] = []
  const process: { versions: { node: string }; exitCode?: number } = { versions: { node } }
  vm.runInNewContext(source, {
    process,
    require: (name: string) => required.push(name),
    console: { error: (line: string) => errors.push(line) },
  })
  return { required, errors, exitCode: process.exitCode }
}

test.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.1.0'])('%s runs it', async (node) => {
  expect(await runOn(node)).toEqual({
    required: ['../dist/cli.cjs'],
    errors: [],
    exitCode: undefined,
  })
})

test.each(['0.10.48', '18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.5.0'])(
  '%s gets an error that names the versions that work',
  async (node) => {
    const { required, errors, exitCode } = await runOn(node)
    expect({ required, exitCode }).toEqual({ required: [], exitCode: 1 })
    expect(errors).toEqual([
      `error: Sandgate needs Node 20.19, 22.13 or 24 and later; this is Node ${node}. Install a newer one from https://nodejs.org`,
    ])
  },
)

const root = path.resolve(path.dirname(binary), '..')
const library = {
  import: ['--input-type=module', '--eval', `import ${JSON.stringify(`${root}/dist/index.js`)}`],
  require: ['--eval', `require(${JSON.stringify(`${root}/dist/index.cjs`)})`],
  vitest: ['--input-type=module', '--eval', `import ${JSON.stringify(`${root}/dist/vitest.js`)}`],
}

/** Loads the library where Node says that it is of that version. */
async function loadOn(node: string, by: keyof typeof library) {
  const told = JSON.stringify(node)
  const source = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: ${told} } })`
  const preload = `data:text/javascript,${encodeURIComponent(source)}`
  return await runProgram([process.execPath, '--import', preload, ...library[by]], { cwd: root })
}

test.each(['import', 'require', 'vitest'] as const)(
  'the library says the same to whoever loads it by %s',
  async (by) => {
    const { code, stderr } = await loadOn('18.20.8', by)
    const { errors } = await runOn('18.20.8')
    expect(code).toBe(1)
    expect(stderr).toContain(`\nError: ${errors[0]?.replace('error: ', '')}\n`)
  },
)

test.each([
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['22.13.0', 0],
  ['23.5.0', 1],
])('%s loads the library: %i', async (node, code) => {
  expect(await loadOn(node, 'require')).toMatchObject({ code })
})

test('a clone in which nothing is built yet says what to run', async () => {
  await using folder = await scratchFolder()
  await cp(path.dirname(binary), folder.at('bin'), { recursive: true })
  const place = { cwd: folder.path }
  const ended = await runProgram([process.execPath, 'bin/sandgate.js', 'demo'], place)
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: Sandgate is not built. In a clone of its repository, run npm ci first\n',
  })
})
