import { appendFileSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

/**
 * Runs each test once for each mutant that it shall be tried with, in one process: the source holds
 * all of them (switched.mjs). Without mutants to try, it tells which of them each test reaches.
 * @typedef {{ out: string, tries?: Record<string, number[]> }} Plan
 */

/** @type {Plan} */
const plan = JSON.parse(readFileSync(process.env.SANDGATE_MUTATE_PLAN ?? '', 'utf8'))
/** A mutant that loops is ended by this many of its steps. */
const LEAST_STEPS = 3_000_000
const NONE = -1

/** @type {Set<number>} */
let reached = new Set()
let on = NONE
let steps = 0
let mostSteps = Number.POSITIVE_INFINITY

Reflect.set(globalThis, 'mutated', (/** @type {number} */ id) => {
  steps += 1
  if (steps > mostSteps) {
    mostSteps += 1000
    throw new Error('A mutant loops')
  }
  if (plan.tries === undefined) reached.add(id)
  return id === on
})

const tell = (/** @type {object} */ line) => appendFileSync(plan.out, `${JSON.stringify(line)}\n`)

/** The name of a test, with those of the groups around it. @param {any} task @returns {string} */
function nameOf(task) {
  return task.suite === undefined ? task.name : `${nameOf(task.suite)} > ${task.name}`
}

export default class MutantRunner extends TestRunner {
  /** Mutants that the present test is still to be tried with. @type {number[]} */
  queue = []
  /** Mutants that a test of this process noticed. @type {Set<number>} */
  caught = new Set()
  /** Whether the test runs without a mutant, to see that it still passes. */
  isCheck = true
  /** Whether a mutant left something behind that fails the tests: then a new process is needed. */
  isSpoiled = false
  since = 0
  name = ''

  /** @override @param {any} test */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    this.name = nameOf(test)
    this.queue = (plan.tries?.[this.name] ?? []).filter((id) => !this.caught.has(id))
    if (plan.tries === undefined) return
    if (this.isSpoiled || this.queue.length === 0) test.mode = 'skip'
    test.retry = 0
    test.repeats = 2 * this.queue.length + 1
    this.isCheck = true
    mostSteps = Number.POSITIVE_INFINITY
  }

  /** @override @param {any} test */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    if (plan.tries === undefined) {
      if (reached.size > 0) tell({ file: test.file.filepath, name: '', ids: [...reached] })
      reached = new Set()
    } else if (!this.isCheck || this.isSpoiled) {
      const [next] = this.queue
      if (next === undefined || this.isSpoiled) test.context.skip()
      on = next ?? NONE
      tell({ trying: on })
    }
    steps = 0
    this.since = performance.now()
  }

  /** @param {any} test */
  onAfterRetryTask(test) {
    const ms = performance.now() - this.since
    const isPassed = test.result.state === 'pass'
    const wasOn = on
    on = NONE
    if (plan.tries === undefined) {
      if (isPassed) tell({ file: test.file.filepath, name: this.name, ms, ids: [...reached] })
      reached = new Set()
      return
    }
    if (test.result.state === 'skip') return
    if (this.isCheck) {
      if (!isPassed) {
        tell({ spoiled: this.name })
        this.isSpoiled = true
        return
      }
      mostSteps = Number.POSITIVE_INFINITY
      this.isCheck = false
      this.limit = Math.max(LEAST_STEPS, 20 * steps)
    } else {
      this.queue.shift()
      tell({ tried: wasOn, isCaught: !isPassed, name: this.name, ms })
      if (!isPassed) this.caught.add(wasOn)
      this.isCheck = !isPassed
    }
    mostSteps = this.isCheck ? Number.POSITIVE_INFINITY : (this.limit ?? LEAST_STEPS)
    test.result.state = 'run'
    test.result.errors = undefined
  }

  /** @type {number | undefined} */
  limit
}
