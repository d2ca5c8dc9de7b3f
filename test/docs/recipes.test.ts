import { readdir, readFile, utimes } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { hasWholeSweeps, isWhole } from '../support/extent.ts'
import { isHere } from '../support/outside/needs.ts'
import { type Ended, runProgram } from '../support/run-program.ts'
import { openShop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { comesThrough, isSweptSafely, type Trial, trials } from '../support/trials.ts'
import { recipes as files, root } from './pages.ts'

interface Recipe {
  readonly language: keyof typeof files
  readonly file: string
  readonly build?: readonly string[]
  readonly run: readonly string[]
  readonly isHere: boolean
}

const recipes: readonly Recipe[] = [
  { language: 'mjs', file: 'pay.mjs', run: [process.execPath, 'pay.mjs'], isHere: true },
  { language: 'python', file: 'pay.py', run: ['python3', 'pay.py'], isHere: isHere('python') },
  { language: 'php', file: 'pay.php', run: ['php', 'pay.php'], isHere: isHere('php') },
  {
    language: 'java',
    file: 'Pay.java',
    build: ['javac', 'Pay.java'],
    run: ['java', 'Pay'],
    isHere: isHere('java'),
  },
  {
    language: 'go',
    file: 'pay.go',
    build: ['go', 'build', 'pay.go'],
    run: ['./pay'],
    isHere: isHere('go'),
  },
]

function sourceOf(language: Recipe['language']): Promise<string> {
  return readFile(path.join(root, files[language]), 'utf8')
}

const folders = new Map<string, Promise<Scratch>>()

afterAll(async () => {
  for (const folder of folders.values()) await (await folder)[Symbol.asyncDispose]()
})

/** The folder of a program that is ready to run; built once. */
function built(recipe: Recipe): Promise<Scratch> {
  const { language } = recipe
  const folder = folders.get(language) ?? build(recipe)
  folders.set(language, folder)
  return folder
}

async function build({ language, file, build }: Recipe): Promise<Scratch> {
  const folder = await scratchFolder({ [file]: await sourceOf(language) })
  if (build !== undefined) {
    const env = { ...process.env, GOCACHE: folder.at('cache') }
    const { code, stderr } = await runProgram(build, { cwd: folder.path, env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
  return folder
}

/** Pays several orders, each in a process of its own that must know the outcome. */
async function pay(recipe: Recipe, url: string, orders: number): Promise<Ended> {
  const { path: cwd } = await built(recipe)
  await using scratch = await scratchFolder()
  const env = { ...process.env, SANDGATE_API: `${url}/v1`, SANDGATE_SCRATCH: scratch.path }
  const all = { code: 0, stdout: '', stderr: '' }
  for (let order = 1; order <= orders; order += 1) {
    const ended = await runProgram([...recipe.run, `Order ${order}`], { cwd, env })
    all.stdout += ended.stdout
    all.stderr += ended.stderr
    all.code ||= ended.code ?? 1
  }
  const known = all.stdout.split('\n').filter((line) => line.endsWith('approved'))
  expect({ known: known.length, stderr: all.stderr }).toEqual({ known: orders, stderr: '' })
  expect(await readdir(scratch.path)).toEqual([])
  return all
}

/** What a payment meets, in this order; four of them come through it. */
const allSorts = `name: all-sorts
extends: [default]
rules:
  - { when: &buying { operation: purchase }, times: 1, outcome: { fault: { at: before, reset: true } } }
  - { when: *buying, times: 1, outcome: { fault: { at: after, truncate: true } } }
  - { when: *buying, times: 1, outcome: { fault: { at: before, http: 429, body: json, retry_after: 2 } } }
  - { when: *buying, times: 1, outcome: { status: unknown, resolves: { after: 2s, status: approved } } }
  - { when: *buying, times: 1, outcome: { fault: { at: before, http: 409, body: json } } }
  - { when: *buying, times: 1, outcome: { fault: { at: after, http: 403 } } }
  - { when: *buying, times: 1, outcome: { fault: { at: after, http: 408 } } }
  - { when: &looking { operation: search }, times: 1, outcome: { fault: { at: before, http: 404, body: html } } }
  - { when: *looking, times: 1, outcome: { fault: { at: before, garbage: true } } }
  - { when: *looking, times: 1, outcome: { fault: { at: after, truncate: true } } }
`

/** How many payments it takes to meet all of a scenario. */
const payments: Readonly<Record<string, number>> = { 'lost-responses': 5, 'hard-recovery': 1 }

const scenarios = await scratchFolder({ 'all-sorts.yaml': allSorts })
afterAll(() => scenarios[Symbol.asyncDispose]())

const all: readonly Trial[] = [
  ...trials,
  { trouble: 'everything happens', scenario: scenarios.at('all-sorts.yaml') },
]

const cases = recipes.flatMap((recipe) => all.map((trial) => ({ ...recipe, ...trial })))

test.concurrent.for(cases)(
  'the recipe in $language charges once when $trouble',
  { timeout: 600_000 },
  async (one, { skip }) => {
    skip(!one.isHere, 'there is nothing to run it with')
    skip(!isWhole && one.scenario !== 'hard-recovery', 'it takes long')
    const orders = payments[one.scenario] ?? 4
    expect(await comesThrough(one, (url) => pay(one, url, orders))).toBe(orders)
  },
)

test.for([
  { language: 'mjs', shop: 'shop.mjs', code: "import './pay.mjs'\n", run: process.execPath },
  { language: 'python', shop: 'shop.py', code: 'from pay import pay\n', run: 'python3' },
  { language: 'php', shop: 'shop.php', code: "<?php require 'pay.php';\n", run: 'php' },
] as const)(
  'a shop that loads the recipe in $language pays only when it asks for it',
  async (one, { skip }) => {
    const recipe = recipes.find(({ language }) => language === one.language)
    if (!recipe?.isHere) return skip('there is nothing to run it with')
    await using folder = await scratchFolder({
      [recipe.file]: await sourceOf(one.language),
      [one.shop]: one.code,
    })
    await using sandbox = await startTestSandbox()
    const env = { ...process.env, SANDGATE_API: `${sandbox.url}/v1` }
    const ended = await runProgram([one.run, one.shop], { cwd: folder.path, env })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const asked = await fetch(`${sandbox.url}/_sandbox/requests`)
    expect(await asked.json()).toMatchObject({ requests: [] })
  },
)

/** A program of a shop that calls the recipe as a function. */
const shops = {
  mjs: {
    name: 'shop.mjs',
    code: "import { pay } from './pay.mjs'\nawait pay('Order 1', 4995)\n",
    run: [process.execPath, 'shop.mjs'],
  },
  python: {
    name: 'shop.py',
    code: 'from pay import pay\npay("Order 1", 4995)\n',
    run: ['python3', 'shop.py'],
  },
  php: {
    name: 'shop.php',
    code: "<?php require 'pay.php'; pay('Order 1', 4995);\n",
    run: ['php', 'shop.php'],
  },
  java: {
    name: 'Shop.java',
    code: `class Shop {
  public static void main(String[] args) throws Exception { Pay.pay("Order 1", 4995); }
}`,
    run: ['java', '-cp', '.', 'Shop.java'],
  },
  go: {
    name: 'shop_test.go',
    code: `package main
import "testing"
func TestShop(t *testing.T) {
	if _, err := pay("Order 1", 4995); err != nil { t.Fatal(err) }
}`,
    run: ['go', 'test', '-count', '1', 'pay.go', 'shop_test.go'],
  },
} as const

test.concurrent.for(recipes)(
  'a shop that calls the recipe in $language can call it again two days later',
  { timeout: 600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    const shop = shops[recipe.language]
    const folder = await built(recipe)
    await folder.write(shop.name, shop.code)
    await using sandbox = await startTestSandbox({ clock: undefined })
    await using scratch = await scratchFolder()
    const env = {
      ...process.env,
      GOCACHE: folder.at('cache'),
      SANDGATE_API: `${sandbox.url}/v1`,
      SANDGATE_SCRATCH: scratch.path,
    }
    for (const run of [1, 2]) {
      const ended = await runProgram(shop.run, { cwd: folder.path, env })
      expect(ended, `run ${run}`).toMatchObject({ code: 0, stderr: '' })
      await age(scratch, 2)
    }
    const calls = sandbox.world.history.entries().map(({ operation }) => operation)
    expect(calls).toEqual(['purchase', 'purchase'])
  },
)

/** Moves the date of each file back. */
async function age(folder: Scratch, days: number): Promise<void> {
  const then = new Date(Date.now() - days * 86_400_000)
  for (const name of await readdir(folder.path)) await utimes(folder.at(name), then, then)
}

/**
 * What a recipe does, run one or more times, in a world of its own where every purchase ends like
 * this, and which ids it keeps.
 */
async function payOnce(recipe: Recipe, outcome: unknown, times = 1) {
  await using sandbox = await startTestSandbox({ clock: undefined })
  const rules = [{ when: { operation: 'purchase' }, outcome }]
  const { api, world } = await openShop(sandbox, { name: 'one', rules })
  const { path: cwd } = await built(recipe)
  await using scratch = await scratchFolder()
  const env = { ...process.env, SANDGATE_API: api, SANDGATE_SCRATCH: scratch.path }
  const codes: unknown[] = []
  for (let run = 1; run <= times; run += 1) {
    codes.push((await runProgram(recipe.run, { cwd, env })).code)
  }
  const calls = world.history.entries().map(({ operation }) => operation)
  return { code: codes.at(-1), calls, world, kept: (await readdir(scratch.path)).length }
}

test.concurrent.for(recipes)(
  'the recipe in $language takes a refusal for what it is',
  { timeout: 600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    const { code, calls, kept } = await payOnce(recipe, {
      fault: { at: 'before', http: 422, body: 'json' },
    })
    expect(code).not.toBe(0)
    expect({ calls, kept }).toEqual({ calls: ['purchase'], kept: 0 })
  },
)

test.concurrent.for(recipes)(
  'the recipe in $language stops when the outcome stays unknown, and pays no second time',
  { timeout: 600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    skip(!isWhole && recipe.language !== 'mjs' && recipe.language !== 'php', 'it takes long')
    const { code, calls, kept } = await payOnce(recipe, { status: 'unknown', resolves: [] })
    expect(code).not.toBe(0)
    const searches = Array.from({ length: 8 }, () => 'search')
    expect({ calls, kept }).toEqual({ calls: ['purchase', ...searches], kept: 1 })
  },
)

test.concurrent.for(recipes)(
  'the recipe in $language looks a pending card up until the bank has decided',
  { timeout: 600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    const { code, calls, kept } = await payOnce(recipe, { undecided: { as: 'pending', for: '2s' } })
    expect({ code, calls, kept }).toEqual({
      code: 0,
      calls: ['purchase', 'search', 'search'],
      kept: 0,
    })
  },
)

test.concurrent.for(recipes)(
  'the recipe in $language sends the id that it kept again after empty searches',
  { timeout: 600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    skip(!isWhole && recipe.language !== 'mjs' && recipe.language !== 'php', 'it takes long')
    const { code, calls, world, kept } = await payOnce(
      recipe,
      { fault: { at: 'before', http: 503 } },
      2,
    )
    expect(code).not.toBe(0)
    const run = ['purchase', 'search', 'purchase', 'search', 'purchase', 'search']
    expect({ calls, kept }).toEqual({ calls: [...run, 'search', ...run], kept: 1 })
    const ids = world.history.entries().map(({ request }) => request.correlation_id)
    expect(new Set(ids.filter((id) => id !== null)).size).toBe(1)
  },
)

test.for(recipes)(
  'the recipe in $language is safe in every cell of a sweep',
  { timeout: 3_600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    skip(!hasWholeSweeps, 'it takes long')
    // Every call of the recovery too: one recipe shows it for all.
    await isSweptSafely(recipe.run, (await built(recipe)).path, { depth: 2, crash: true })
  },
)

test.concurrent.for(recipes)(
  'the recipe in $language looks a payment up that its bank is not sure of',
  { timeout: 600_000 },
  async (recipe, { skip }) => {
    skip(!recipe.isHere, 'there is nothing to run it with')
    const { calls } = await payOnce(recipe, { response_code: '68' })
    expect(calls).toEqual(['purchase', 'search'])
  },
)
