import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { isFull } from '../support/extent.ts'
import { isHere } from '../support/outside/needs.ts'
import { runProgram } from '../support/run-program.ts'
import { openShop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { blocksOf, page } from './pages.ts'

interface Recipe {
  readonly language: string
  readonly file: string
  readonly run: readonly string[]
  readonly isHere: boolean
  readonly isCompiled?: true
}

const recipes: readonly Recipe[] = [
  { language: 'ts', file: 'pay.mjs', run: [process.execPath, 'pay.mjs'], isHere: true },
  { language: 'python', file: 'pay.py', run: ['python3', 'pay.py'], isHere: isHere('python') },
  { language: 'php', file: 'pay.php', run: ['php', 'pay.php'], isHere: isHere('php') },
  {
    language: 'java',
    file: 'Pay.java',
    run: ['java', 'Pay.java'],
    isHere: isHere('java'),
    isCompiled: true,
  },
  {
    language: 'go',
    file: 'pay.go',
    run: ['go', 'run', 'pay.go'],
    isHere: isHere('go'),
    isCompiled: true,
  },
]

async function sourceOf(language: string): Promise<string> {
  const [block] = blocksOf(page('docs/recipes.md'), language)
  if (block === undefined) throw new Error(`docs/recipes.md has no block of ${language}`)
  if (language !== 'ts') return block.code
  return (await transform(block.code, { loader: 'ts', format: 'esm' })).code
}

/** The first attempt never arrives, and the second is processed before its answer is cut off. */
const trouble = {
  name: 'trouble',
  rules: [
    {
      name: 'lost on the way',
      when: { operation: 'purchase' },
      times: 1,
      outcome: { fault: { at: 'before', reset: true } },
    },
    {
      name: 'cut off after processing',
      when: { operation: 'purchase' },
      times: 1,
      outcome: { fault: { at: 'after', truncate: true } },
    },
  ],
}

test.for(recipes)(
  'the recipe in $language charges once, whatever is lost',
  { timeout: 120_000 },
  async ({ language, file, run, isHere, isCompiled }, { skip }) => {
    skip(!isHere, 'there is nothing to run it with')
    skip(isCompiled === true && !isFull, 'to compile it takes long')
    await using sandbox = await startTestSandbox({ clock: undefined })
    const { api, world } = await openShop(sandbox, trouble)
    await using folder = await scratchFolder({ [file]: await sourceOf(language) })
    const env = { ...process.env, SANDGATE_API: api, GOCACHE: folder.at('cache') }
    const { code, stdout, stderr } = await runProgram(run, { cwd: folder.path, env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('approved')
    const requests = world.history.entries().map(({ operation }) => operation)
    expect(requests).toEqual(['purchase', 'search', 'purchase', 'search'])
    expect(world.records.size('transactions')).toBe(1)
  },
)

test('every recipe of the page is known here', () => {
  const languages = new Set(blocksOf(page('docs/recipes.md')).map(({ language }) => language))
  languages.delete('sh')
  expect([...languages].sort()).toEqual(recipes.map(({ language }) => language).sort())
})
