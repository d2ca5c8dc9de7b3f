import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { configTemplate } from '../../src/cli/commands/tools/init.ts'
import { connectSandbox, type Sandbox, startSandbox } from '../../src/index.ts'
import { settingsFrom } from '../../src/runtime/config/settings-from.ts'
import { scratchFolder } from './scratch.ts'

async function blocks(page: string, language: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const fenced = text.matchAll(/^```(\w+)\n(.*?)^```$/gms)
  return [...fenced].filter(([, name]) => name === language).map(([, , code = '']) => code)
}

test('the config of the page, its holidays and what init writes are accepted', async () => {
  const [config = '', holidays = ''] = await blocks('reference/config.md', 'yaml')
  await using folder = await scratchFolder({
    'page.yaml': `${config}holidays: days.yaml\n`,
    'days.yaml': holidays,
    'init.yaml': configTemplate(),
  })
  const fromPage = await settingsFrom({ config: folder.at('page.yaml') }, 'serve')
  expect(fromPage).toMatchObject({ auth: 'open', port: 7263 })
  expect(fromPage.holidays).toHaveLength(3)
  const fromInit = await settingsFrom({ config: folder.at('init.yaml') }, 'serve')
  const { data, ...plain } = await settingsFrom({ config: {} }, 'serve')
  expect(data).toBe('.sandgate')
  expect(fromInit).toEqual({ ...plain, data: folder.at('.sandgate'), document: expect.anything() })
})

test('the config of the page about assumptions is accepted', async () => {
  const [config = ''] = await blocks('reference/assumptions.md', 'yaml')
  await using folder = await scratchFolder({ 'page.yaml': config })
  const { assumptions } = await settingsFrom({ config: folder.at('page.yaml') }, 'serve')
  expect(assumptions.words.voided).toBe('reversed')
  expect(assumptions.error_codes.not_found).toBe('E404')
})

test.each([['reference/library.md'], ['guides/worlds.md']])(
  'the examples of %s work',
  async (page) => {
    const examples = await blocks(page, 'ts')
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) await run(example)
  },
)

type Step = () => unknown
type Use = (sandbox: Sandbox) => Promise<void>

/** What Playwright is given, as far as the page gives it. */
interface Fixtures {
  readonly sandboxOfWorker: readonly [(none: object, use: Use) => Promise<void>, object]
  sandbox(worker: { sandboxOfWorker: Sandbox }, use: Use, info: object): Promise<void>
}

/** A worker with one test, in the order in which Playwright sets them up. */
async function useFixtures({ sandboxOfWorker: [worker], sandbox }: Fixtures): Promise<void> {
  const info = { testId: 'a30a6eba6312f6b87ea5-0123456789abcdef0123', title: 'pays' }
  let label: string | undefined
  const inTest: Use = async (world) => {
    expect(new URL(world.api).pathname).toBe('/w/0123456789abcdef0123/v1')
    await fetch(`${world.api}/transactions/1000001`)
    label = (await world.report()).all_tests[0]?.label ?? undefined
  }
  await worker({}, (given) => sandbox({ sandboxOfWorker: given }, inTest, info))
  expect(label).toBe('pays')
}

/** Runs an example; of a test file, its hooks and its tests too. */
async function run(example: string): Promise<void> {
  const body = example.replaceAll(/^import .*$/gm, '')
  const { code } = await transform(`return (async () => {\n${body}\n})()`, {
    loader: 'ts',
    target: 'node20',
    format: 'cjs',
  })
  const before: Step[] = []
  const after: Step[] = []
  const given = {
    connectSandbox,
    startSandbox,
    expect,
    base: { extend: (fixtures: Fixtures) => before.push(() => useFixtures(fixtures)) },
    beforeAll: (step: Step) => before.push(step),
    beforeEach: (step: Step) => before.push(step),
    test: (_title: string, step: Step) => before.push(step),
    afterAll: (step: Step) => after.push(step),
  }
  await new Function(...Object.keys(given), code)(...Object.values(given))
  for (const step of [...before, ...after]) await step()
}
