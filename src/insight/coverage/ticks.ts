import type { Operation } from '../../scenario/rule.ts'
import type { Story } from '../stories/story.ts'
import { type CaseName, coverageCases } from './coverage.ts'
import type { CoverageCase, SeenCall, SeenMove } from './coverage-case.ts'

interface Waiting {
  readonly name: CaseName
  readonly sees: (seen: SeenCall) => boolean
}

const storyCases = coverageCases.filter((one) => one.seesStory)

/** Covers the cases that a payment shows as it stands; a covered one is not checked again. */
export function coverBy(story: Story, covered: Set<CaseName>): void {
  // Most payments are one call, which shows none of them.
  if (story.isOwn || story.events.length === 1) return
  for (const { name, seesStory } of storyCases) {
    if (!covered.has(name) && seesStory?.(story)) covered.add(name)
  }
}

/** The cases that a chapter has shown. A case that is covered is not checked again. */
export class Ticks {
  readonly #covered: Set<CaseName>
  readonly #waiting = new Map<Operation | undefined, Waiting[]>()
  readonly #moves: CoverageCase<CaseName>[] = coverageCases.filter((one) => one.seesMove)

  constructor(covered: Set<CaseName>) {
    this.#covered = covered
    for (const one of coverageCases) {
      const sees = one.watches?.() ?? one.sees
      if (sees === undefined) continue
      const waiting = { name: one.name, sees }
      for (const operation of one.on ?? [undefined]) this.#listOf(operation).push(waiting)
    }
  }

  see(seen: SeenCall): void {
    this.#seeIn(this.#waiting.get(undefined), seen)
    if (seen.exchange.operation !== undefined) {
      this.#seeIn(this.#waiting.get(seen.exchange.operation), seen)
    }
  }

  seeMove(seen: SeenMove): void {
    for (const one of this.#moves) if (one.seesMove?.(seen)) this.#covered.add(one.name)
  }

  #seeIn(list: Waiting[] | undefined, seen: SeenCall): void {
    if (list === undefined) return
    for (let i = list.length - 1; i >= 0; i -= 1) {
      const { name, sees } = list[i] as Waiting
      if (!sees(seen)) continue
      this.#covered.add(name)
      list.splice(i, 1)
    }
  }

  #listOf(operation: Operation | undefined): Waiting[] {
    const found = this.#waiting.get(operation)
    if (found !== undefined) return found
    const made: Waiting[] = []
    this.#waiting.set(operation, made)
    return made
  }
}
