import { chmod, mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { blocksOf, page } from '../docs/pages.ts'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { runProgram } from '../support/run-program.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A program that writes down how it was called, then does this. */
async function standIn(folder: Scratch, name: string, script: string): Promise<void> {
  const record = `printf '%s\\n' "$@" >> "${folder.at(`${name}.called`)}"`
  await folder.write(`bin/${name}`, `#!/bin/bash\n${record}\n${script}\n`)
  await chmod(folder.at(`bin/${name}`), 0o755)
}

function run(folder: Scratch, script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const PATH = `${folder.at('bin')}:${process.env.PATH}`
  const place = { cwd: folder.path, env: { ...process.env, PATH, ...env } }
  return runProgram(['bash', path.join(root, 'scripts/action', script), ...args], place)
}

const calledWith = async (folder: Scratch, name: string) =>
  (await readFile(folder.at(`${name}.called`), 'utf8')).trimEnd().split('\n')

test('the tests are run by exec with the inputs as options, and the report is an output', async () => {
  await using folder = await scratchFolder()
  await standIn(folder, 'npx', 'exit 4')
  const ended = await run(folder, 'run.sh', [], {
    SANDGATE_COMMAND: 'npm test -- --bail',
    SANDGATE_VERSION: '0.2',
    SANDGATE_OPTIONS: '--scenario flaky-day --seed 7',
    SANDGATE_FAIL_ON: 'warning',
    SANDGATE_MIN_COVERAGE: '80',
    SANDGATE_REPORT: 'out/report.html',
    RUNNER_TEMP: folder.path,
    GITHUB_OUTPUT: folder.at('output'),
  })
  expect(ended.code).toBe(4)
  expect(await calledWith(folder, 'npx')).toEqual([
    ...['--yes', 'sandgate@0.2', 'exec'],
    ...['--report', folder.at('sandgate-report.md')],
    ...['--report', folder.at('sandgate-report.json'), '--fail-on', 'warning'],
    ...['--report', 'out/report.html', '--min-coverage', '80'],
    ...['--scenario', 'flaky-day', '--seed', '7'],
    ...['--', 'bash', '-c', 'npm test -- --bail'],
  ])
  expect(await readFile(folder.at('output'), 'utf8')).toBe(
    `report=${folder.at('sandgate-report.md')}\njson=${folder.at('sandgate-report.json')}\n`,
  )
})

test('quotes keep the words of the options together, and nothing in them is expanded', async () => {
  await using folder = await scratchFolder({ 'a.yaml': '', 'b.yaml': '' })
  await standIn(folder, 'npx', 'exit 0')
  const called = async (SANDGATE_OPTIONS: string) => {
    const env = { SANDGATE_COMMAND: 'true', SANDGATE_OPTIONS, RUNNER_TEMP: folder.path }
    const { code, stdout } = await run(folder, 'run.sh', [], env)
    return { code, stdout }
  }
  const options = `--scenario "my day.yaml" --label 'a  b' --scenario *.yaml --x $HOME \`id\` --y=""`
  expect(await called(options)).toMatchObject({ code: 0 })
  const words = await calledWith(folder, 'npx')
  expect(words.slice(9, -4)).toEqual([
    ...['--scenario', 'my day.yaml', '--label', 'a  b', '--scenario', '*.yaml'],
    ...['--x', '$HOME', '`id`', '--y='],
  ])
  const broken = await called('--scenario "my day')
  expect(broken).toMatchObject({ code: 2 })
  expect(broken.stdout).toContain('::error::The options have a quote that does not end')
})

test('without a version, the action runs the program of its own version', async () => {
  await using folder = await scratchFolder()
  await standIn(folder, 'npx', 'exit 0')
  const env = { SANDGATE_COMMAND: 'true', SANDGATE_VERSION: '', RUNNER_TEMP: folder.path }
  expect((await run(folder, 'run.sh', [], env)).code).toBe(0)
  const words = await calledWith(folder, 'npx')
  expect(words.slice(0, 3)).toEqual(['--yes', `sandgate@${manifest.version}`, 'exec'])
})

test('the tests run with the installed version, and end the job as they end', async () => {
  await using folder = await scratchFolder({ 'package.json': '{ "name": "shop" }' })
  await mkdir(folder.at('node_modules/.bin'), { recursive: true })
  await symlink(root, folder.at('node_modules/sandgate'))
  await symlink('../sandgate/bin/sandgate.js', folder.at('node_modules/.bin/sandgate'))
  const ended = await run(folder, 'run.sh', [], {
    SANDGATE_COMMAND: `node -e 'fetch(process.env.SANDGATE_API)' && echo "At $SANDGATE_API"; exit 3`,
    SANDGATE_VERSION: 'installed',
    RUNNER_TEMP: folder.path,
    GITHUB_OUTPUT: folder.at('output'),
    GITHUB_STEP_SUMMARY: folder.at('summary.md'),
  })
  expect(ended).toMatchObject({ code: 3 })
  expect(ended.stdout).toContain('At http://127.0.0.1:')
  const report = await readFile(folder.at('sandgate-report.md'), 'utf8')
  expect(report).toContain('Untested: no payment was made')
  expect(await readFile(folder.at('summary.md'), 'utf8')).toContain(report.trim())
})

test.each([
  ['new errors fail the job', 0, 4, 4],
  ['what was found in the run fails it anyway', 3, 0, 3],
  ['nothing new passes', 0, 0, 0],
])('compared with an earlier report, %s', async (_name, tests, compared, code) => {
  await using folder = await scratchFolder({ 'main.json': '{}' })
  const called = `[ "$3" = exec ] && { echo R | tee "$5" >"$7"; exit ${tests}; }`
  await standIn(folder, 'npx', `${called}; echo COMPARED; exit ${compared}`)
  const env = {
    SANDGATE_COMMAND: 'true',
    SANDGATE_COMPARE_WITH: 'main.json',
    RUNNER_TEMP: folder.path,
    GITHUB_STEP_SUMMARY: folder.at('summary.md'),
  }
  expect((await run(folder, 'run.sh', [], env)).code).toBe(code)
  expect((await calledWith(folder, 'npx')).slice(-7)).toEqual([
    ...['--yes', `sandgate@${manifest.version}`, 'compare', 'main.json'],
    ...[folder.at('sandgate-report.json'), '--format', 'markdown'],
  ])
  expect(await readFile(folder.at('summary.md'), 'utf8')).toBe('COMPARED\n')
  expect(await readFile(folder.at('sandgate-report.md'), 'utf8')).toBe('COMPARED\nR\n')
  const first = await run(folder, 'run.sh', [], { ...env, SANDGATE_COMPARE_WITH: 'no.json' })
  expect(first.code).toBe(tests)
  expect(first.stdout).toContain('::warning::There is no earlier report no.json, so nothing is')
})

test('without a command it says what is missing', async () => {
  await using folder = await scratchFolder()
  await standIn(folder, 'npx', 'exit 0')
  const ended = await run(folder, 'run.sh', [], { SANDGATE_COMMAND: '' })
  expect(ended).toMatchObject({ code: 2 })
  expect(ended.stdout).toContain('::error::Sandgate needs a command')
})

test.each([
  ['a first comment is made', '', ['POST', 'repos/o/r/issues/7/comments']],
  ['a later one replaces it', 'echo 42', ['PATCH', 'repos/o/r/issues/comments/42']],
])('%s', async (_name, found, [method, address]) => {
  await using folder = await scratchFolder({ 'report.md': '# Verdict\nSafe' })
  await standIn(folder, 'gh', `[ "$2" = --paginate ] && { ${found || ':'}; }; exit 0`)
  const ended = await run(folder, 'comment.sh', ['report.md', '7'], { GITHUB_REPOSITORY: 'o/r' })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const called = await calledWith(folder, 'gh')
  expect(called).toEqual(
    expect.arrayContaining([method, address, 'body=<!-- sandgate-report -->', '# Verdict']),
  )
})

test("somebody else's comment with the mark is left alone", async () => {
  await using folder = await scratchFolder({ 'report.md': '# Verdict' })
  await standIn(folder, 'gh', '[ "$2" = user ] && exit 1; exit 0')
  await run(folder, 'comment.sh', ['report.md', '7'], { GITHUB_REPOSITORY: 'o/r' })
  const own =
    '.user.login == "github-actions[bot]" and (.body | startswith("<!-- sandgate-report -->"))'
  expect(await calledWith(folder, 'gh')).toContain(`.[] | select(${own}) | .id`)
})

test('a token that may not write fails no job', async () => {
  await using folder = await scratchFolder({ 'report.md': `# Verdict\n${'x'.repeat(70_000)}` })
  await standIn(folder, 'gh', '[ "$2" = --paginate ]')
  const ended = await run(folder, 'comment.sh', ['report.md', '7'], { GITHUB_REPOSITORY: 'o/r' })
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.stdout).toContain('::warning::The Sandgate report could not be put into a comment')
  expect((await calledWith(folder, 'gh')).join('\n').length).toBeLessThan(65_536)
})

test('a run that left no report leaves no comment', async () => {
  await using folder = await scratchFolder()
  await standIn(folder, 'gh', 'exit 1')
  const ended = await run(folder, 'comment.sh', ['none.md', '7'], { GITHUB_REPOSITORY: 'o/r' })
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.stdout).toContain('::warning::')
})

test('every variable that the script reads comes from an input of the action', async () => {
  const action = parse(await readFile(path.join(root, 'action.yml'), 'utf8'))
  const [step, comment] = action.runs.steps
  const script = await readFile(path.join(root, 'scripts/action/run.sh'), 'utf8')
  const read = new Set(script.match(/SANDGATE_[A-Z_]+/g))
  expect(new Set(Object.keys(step.env))).toEqual(read)
  const named = JSON.stringify([step, comment]).match(/(?<=inputs\.)[a-z-]+/g)
  expect(new Set(named)).toEqual(new Set(Object.keys(action.inputs)))
})

test('docs/guides/ci.md tells every input, and its example uses no other', async () => {
  const action = parse(await readFile(path.join(root, 'action.yml'), 'utf8'))
  const { text } = page('docs/guides/ci.md')
  const [, table = ''] = /\| input \| meaning \|\n(.*?)\n\n/s.exec(text) ?? []
  const first = table.split('\n').map((row) => row.split(' | ')[0] ?? '')
  const told = first.join('').match(/(?<=`)[a-z-]+(?=`)/g)
  expect(new Set(told)).toEqual(new Set(Object.keys(action.inputs)))
  const jobs = blocksOf(page('docs/guides/ci.md'), 'yaml').map(({ code }) => parse(code).jobs)
  const steps = jobs.flatMap((one) => one?.test?.steps ?? [])
  const { url } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).repository
  const [, repository] = /github\.com\/(.*)\.git$/.exec(url) ?? []
  const used = steps.find(({ uses = '' }) => uses.startsWith(`${repository}@`))
  expect(Object.keys(used.with).filter((name) => !(name in action.inputs))).toEqual([])
})
