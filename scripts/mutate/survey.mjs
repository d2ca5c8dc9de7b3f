import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { equivalents } from './equivalents.mjs'
import { textOf } from './mutants.mjs'
import { Scratch } from './scratch.mjs'
import { switched } from './switched.mjs'
import { tryIn } from './tries.mjs'

/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** A test with the mutants that it reaches. @typedef {{ file: string, name: string, ms: number, ids: number[] }} Reach */
/** @typedef {{ mutant: string, result: 'caught' | 'survived' | 'equivalent' | 'left out', by: string }} Result */
/** By file and test, the mutants that it is tried with. @typedef {Map<string, Map<string, number[]>>} Plan */

/** One for each core; a mutant that hangs leaves its own to the others. */
const SIDE_BY_SIDE = availableParallelism()

/**
 * Each mutant meets the nearest and quickest tests that reach it first, then more of them. It
 * survives if none of the last number notices: some are reached by thousands.
 */
const waves = [
  { most: 4, mostMs: 1500 },
  { most: 25, mostMs: 3000 },
  { most: 150, mostMs: 6000 },
]

/** One process tries many: what it has loaded cannot be switched any more. */
const atLoad = 'evaluated when its module is loaded'

/** Tests of what is built, which a change of the source does not reach, and long ones. */
const others = ['e2e', 'docs', 'browser', 'scripts', 'architecture', 'hostile', 'fuzz', 'model']
const leavingOut = others.map((one) => `--exclude=test/${one}/**`)

/** Tries mutants, all in one copy of the source that has switches for them. */
export class Survey {
  /** @type {Map<number, Result>} */
  #results = new Map()
  /** The tests that reach each mutant, the nearest and quickest first. @type {Reach[][]} */
  #near
  /** How many of them each mutant has met. @type {number[]} */
  #met

  /** @param {string} root @param {ReadonlyMap<string, string>} texts @param {readonly Mutant[]} mutants @param {{ results?: string | undefined, tests: string }} options Where the results are kept, so that a run that was ended goes on; and which tests run, if not all. */
  constructor(root, texts, mutants, { results, tests }) {
    this.root = root
    this.texts = texts
    this.mutants = mutants
    this.file = results
    this.tests = tests.split(',').filter(Boolean)
    this.#near = mutants.map(() => [])
    this.#met = mutants.map(() => 0)
  }

  /** @returns {Promise<readonly Result[]>} */
  async run() {
    const scratch = await Scratch.of(this.root)
    try {
      this.#takeEarlier()
      for (const [id, { file, code, now, isAtLoad }] of this.mutants.entries()) {
        const is = (/** @type {typeof equivalents[number]} */ one) =>
          one.file === file && one.code === code && one.now === now
        const why = equivalents.find(is)?.why
        if (why !== undefined) this.#settle(id, 'equivalent', why)
        else if (isAtLoad) this.#settle(id, 'left out', atLoad)
      }
      this.#switchAll(scratch)
      const loading = await this.#findTests(scratch)
      for (const wave of waves) await this.#tryAll(scratch, this.#planOf(wave))
      for (const [id, tests] of this.#near.entries()) {
        if (this.#results.has(id)) continue
        if (loading.has(id)) this.#settle(id, 'left out', atLoad)
        else this.#settle(id, 'survived', `${this.#met[id]} of ${tests.length} tests that reach it`)
      }
      return [...this.#results.values()]
    } finally {
      await scratch.remove()
    }
  }

  /** @param {Scratch} scratch */
  #switchAll(scratch) {
    const numbered = this.mutants.map((mutant, id) => ({ ...mutant, id }))
    const open = numbered.filter(({ id }) => !this.#results.has(id))
    for (const [file, text] of this.texts) {
      const here = open.filter((mutant) => mutant.file === file)
      if (here.length > 0) scratch.write(file, switched(text, here))
    }
  }

  /** Those that survived are tried again: there may be a new test. */
  #takeEarlier() {
    if (!this.file || !existsSync(this.file)) return
    const lines = readFileSync(this.file, 'utf8').trim().split('\n').filter(Boolean)
    /** @type {Result[]} */
    const all = lines.map((line) => JSON.parse(line))
    const caught = new Map(
      all.filter(({ result }) => result === 'caught').map((one) => [one.mutant, one]),
    )
    for (const [id, mutant] of this.mutants.entries()) {
      const one = caught.get(textOf(mutant))
      if (one !== undefined) this.#results.set(id, one)
    }
  }

  /** @param {number} id @param {Result['result']} result @param {string} by */
  #settle(id, result, by) {
    const mutant = this.mutants[id]
    if (mutant === undefined) return
    const one = { mutant: textOf(mutant), result, by }
    this.#results.set(id, one)
    if (this.file) appendFileSync(this.file, `${JSON.stringify(one)}\n`)
    if (result === 'survived') console.log(`${result}: ${one.mutant}   ${by}`)
  }

  /** Runs all tests once, and gives the mutants that are evaluated outside of tests only. @param {Scratch} scratch */
  async #findTests(scratch) {
    const reach = await this.#reach(scratch)
    const inTests = reach.filter(({ name }) => name !== '')
    for (const test of inTests) for (const id of test.ids) this.#near[id]?.push(test)
    for (const [id, tests] of this.#near.entries()) {
      const source = this.mutants[id]?.file ?? ''
      const files = [...new Set(tests.map(({ file }) => file))]
      const nearnesses = new Map(files.map((file) => [file, nearness(file, source)]))
      const of = (/** @type {Reach} */ { file }) => nearnesses.get(file) ?? 0
      tests.sort((one, other) => of(other) - of(one) || one.ms - other.ms)
    }
    const outside = reach.filter(({ name }) => name === '').flatMap(({ ids }) => ids)
    return new Set(outside.filter((id) => this.#near[id]?.length === 0))
  }

  /** @param {Scratch} scratch @returns {Promise<readonly Reach[]>} */
  async #reach(scratch) {
    const told = await scratch.run([...this.tests, ...leavingOut, `--maxWorkers=${SIDE_BY_SIDE}`])
    const reach = told.map((one) => ({ ...one, file: path.relative(scratch.folder, one.file) }))
    if (reach.length === 0) throw new Error('The tests do not run; try npm test')
    return reach
  }

  /** What is tried next. @param {{ most: number, mostMs: number }} wave @returns {Plan} */
  #planOf({ most, mostMs }) {
    /** @type {Plan} */
    const plan = new Map()
    for (const [id, tests] of this.#near.entries()) {
      if (this.#results.has(id)) continue
      let ms = 0
      for (const [i, test] of tests.slice(0, most).entries()) {
        ms += test.ms
        if (i < (this.#met[id] ?? 0)) continue
        if (i > 0 && ms > mostMs) break
        const names = plan.get(test.file) ?? new Map()
        names.set(test.name, [...(names.get(test.name) ?? []), id])
        plan.set(test.file, names)
        this.#met[id] = i + 1
      }
    }
    return plan
  }

  /** @param {Scratch} scratch @param {Plan} plan */
  async #tryAll(scratch, plan) {
    const queue = [...plan]
    console.log(`${queue.length} test files`)
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [file, tests] = next
        const open = [...tests].map(([name, ids]) => {
          return /** @type {const} */ ([name, ids.filter((id) => !this.#results.has(id))])
        })
        await tryIn(scratch, file, new Map(open), (id, by) => this.#settle(id, 'caught', by))
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  }
}

/** How many folders and names a test has in common with a file of the source. @param {string} test @param {string} file */
function nearness(test, file) {
  const [one, other] = [test, file].map((name) => name.split(/[/.]/).slice(1))
  const apart = one?.findIndex((part, i) => part !== other?.[i]) ?? -1
  return apart === -1 ? Number.POSITIVE_INFINITY : apart
}
