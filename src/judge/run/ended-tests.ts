import type { TestRef } from '../../record/test-ref.ts'
import type { BooksDocument } from '../books/books-document.ts'
import { type KeptLimits, KeptResults } from './kept.ts'
import { addTally, Tally } from './tally.ts'

/** What is known of a test, usually of one that has ended. */
export interface TestResult {
  readonly test: TestRef
  readonly tally: Tally
  readonly books: readonly BooksDocument[]
}

/** The most tests that a report lists, and the most names. */
export const MOST_TESTS_LISTED = 1000

/** The frozen results of the tests that have ended. */
export class EndedTests {
  /** Their closed payments, and those of open tests. */
  readonly kept: KeptResults
  /** The latest ones in which something happened, oldest first. */
  #listed: TestResult[] = []
  /** The counts of all others, by world. Those of removed worlds have no name. */
  readonly #others = new Map<string | undefined, Tally>()
  /** All counts by world, undefined for all worlds, until another test ends: a page asks several times. */
  readonly #sums = new Map<string | undefined, Tally>()
  /** The latest tests with a label, also open ones. */
  labelled: readonly TestRef[] = []
  /** How many worlds were removed. */
  removed = 0

  constructor(limits: KeptLimits) {
    this.kept = new KeptResults(limits)
  }

  get listed(): readonly TestResult[] {
    return this.#listed
  }

  begin(test: TestRef): void {
    if (test.label !== null) this.labelled = [...this.labelled, test].slice(-MOST_TESTS_LISTED)
  }

  /** `isOfWorld`: whether the world of a test is still there. */
  add(result: TestResult, isOfWorld: (test: TestRef) => boolean): void {
    this.#sums.clear()
    if (hasHappened(result)) this.#listed.push(result)
    else this.#addToOthers(result, isOfWorld)
    if (this.#listed.length <= MOST_TESTS_LISTED) return
    for (const one of this.#listed.splice(0, 1)) this.#addToOthers(one, isOfWorld)
  }

  #addToOthers({ test, tally }: TestResult, isOfWorld: (test: TestRef) => boolean): void {
    const world = isOfWorld(test) ? test.world : undefined
    this.#others.set(world, sumOfTallies([this.#others.get(world), tally]))
  }

  /** What was counted in one world, in the tests `isIn`, or in all. */
  counts(world: string | undefined, isIn: (test: TestRef) => boolean): Tally {
    const known = this.#sums.get(world)
    if (known !== undefined) return known
    const others = world === undefined ? [...this.#others.values()] : [this.#others.get(world)]
    const listed = this.#listed.filter(({ test }) => isIn(test))
    const sum = sumOfTallies([...others, ...listed.map(({ tally }) => tally)])
    this.#sums.set(world, sum)
    return sum
  }

  /** A world was removed: its tests count for the run, but not for a new world of its name. */
  remove(world: string): void {
    this.removed += 1
    this.#sums.clear()
    const others = this.#others.get(world)
    if (others === undefined) return
    this.#others.delete(world)
    this.#others.set(undefined, sumOfTallies([this.#others.get(undefined), others]))
  }

  /** Forgets everything about a world. */
  forget(world: string): void {
    this.#sums.clear()
    const isOther = (test: TestRef) => test.world !== world
    this.labelled = this.labelled.filter(isOther)
    this.#listed = this.#listed.filter(({ test }) => isOther(test))
    this.#others.delete(world)
    this.kept.forget(world)
  }
}

/** Whether a test had requests, or its shop's books were compared. */
export function hasHappened({ tally, books }: TestResult): boolean {
  return tally.requests + tally.own + books.length > 0
}

/** The one place that adds counts up. */
export function sumOfTallies(tallies: readonly (Tally | undefined)[]): Tally {
  const sum = new Tally()
  for (const one of tallies) if (one !== undefined) addTally(sum, one)
  return sum
}
