import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** @typedef {{ file: string, ms: number, atLoad: number[], inTests: number[] }} Visit */

/**
 * A source text that tells which of these mutants' places are evaluated.
 * @param {string} text
 * @param {readonly { mark: import('./mutants.mjs').Mark, id: number }[]} places
 */
export function marked(text, places) {
  /** @type {Map<string, { start: number, end: number, before: string }>} */
  const wraps = new Map()
  for (const { mark, id } of places) {
    const { start, end, statement } = mark
    wraps.set(`${id}`, { start, end, before: `(globalThis.reached?.(${id}), ` })
    // `void` keeps the bracket from calling what stands on the line before.
    if (statement) wraps.set(`statement ${start}`, { ...statement, before: 'void (' })
  }
  const outerFirst = [...wraps.values()].sort(
    (one, other) =>
      one.start - other.start ||
      other.end - one.end ||
      Number(other.before === 'void (') - Number(one.before === 'void ('),
  )
  const pieces = [
    ...outerFirst.map(({ start, before }) => ({ at: start, text: before })),
    ...outerFirst.map(({ end }) => ({ at: end, text: ')' })),
  ]
  let changed = ''
  let from = 0
  // A stable sort: at one place, the end of an expression comes before the start of the next.
  for (const piece of pieces.sort((one, other) => one.at - other.at || rank(one) - rank(other))) {
    changed += text.slice(from, piece.at) + piece.text
    from = piece.at
  }
  return changed + text.slice(from)
}

/** @param {{ text: string }} piece */
const rank = ({ text }) => (text === ')' ? 0 : 1)

const setup = (/** @type {string} */ seen) => `
import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
const [atLoad, inTests] = [new Set(), new Set()]
let now = atLoad
let since = 0
globalThis.reached = (id) => now.add(id)
beforeAll(() => { now = inTests; since = performance.now() })
afterAll(() => {
  const visit = { file: expect.getState().testPath, ms: performance.now() - since, atLoad: [...atLoad], inTests: [...inTests] }
  appendFileSync(${JSON.stringify(seen)}, JSON.stringify(visit) + '\\n')
})
`

const config = `
import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'
export default mergeConfig(base, { test: { setupFiles: ['./reach-setup.mjs'] } })
`

/** @param {readonly string[]} failed Names of tests, each after its file. */
const filesOf = (failed) => [...new Set(failed.map((name) => name.split(' ')[0] ?? ''))]

/**
 * Runs the tests once and says for each mutant which test files evaluate its place, the quickest first.
 * @param {import('./scratch.mjs').Scratch} scratch
 * @param {readonly Mutant[]} mutants
 * @param {ReadonlyMap<string, string>} texts
 * @param {{ how: readonly string[], mostMs: number }} options
 * @returns {Promise<readonly (readonly string[])[]>}
 */
export async function testsReaching(scratch, mutants, texts, { how, mostMs }) {
  const places = mutants.map(({ file, mark }, id) => ({ file, mark, id }))
  const files = [...new Set(mutants.map(({ file }) => file))]
  for (const file of files) {
    const here = places.filter((place) => place.file === file)
    await scratch.write(file, marked(texts.get(file) ?? '', here))
  }
  const seen = path.join(scratch.folder, 'reached.jsonl')
  await scratch.write('reach-setup.mjs', setup(seen))
  await scratch.write('vitest.reach.config.ts', config)
  const run = (/** @type {readonly string[]} */ more) =>
    scratch.run(['run', ...more, '--config', 'vitest.reach.config.ts', ...how], mostMs)
  const ran = await run([])
  // A busy machine can make a test fail: only a file that fails twice is left out.
  const doubtful = filesOf(ran.failed)
  const broken = doubtful.length === 0 ? [] : filesOf((await run(doubtful)).failed)
  for (const file of files) await scratch.write(file, texts.get(file) ?? '')
  if (broken.length > 0)
    console.log(`left out, as they fail without a change: ${broken.join(', ')}`)
  const visits = existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : []
  if (ran.end === 'timed out' || visits.length === 0) throw new Error(`The tests ${ran.end}`)
  await rm(path.join(scratch.folder, 'vitest.reach.config.ts'))
  /** @type {Visit[]} */
  const read = visits.map((line) => JSON.parse(line))
  const latest = new Map(read.map((visit) => [visit.file, visit]))
  const all = [...latest.values()].sort((one, other) => one.ms - other.ms)
  const names = all.map(({ file }) => path.relative(scratch.folder, file))
  return mutants.map((_, id) => {
    // Modules are loaded once for many test files: any of them may notice a change there.
    const isLoading = all.some(({ atLoad }) => atLoad.includes(id))
    return names.filter(
      (name, i) => !broken.includes(name) && (isLoading || all[i]?.inTests.includes(id)),
    )
  })
}
