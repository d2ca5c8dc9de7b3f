import type { TestRef } from './test-ref.ts'

/** The numbers of the tests of each world. They continue when a world is created again. */
export class TestNumbers {
  readonly #last = new Map<string, number>()
  /** The first test of each world since it was created, or since its report was cleared. */
  readonly #first = new Map<string, number>()

  next(world: string): number {
    const number = this.#lastOf(world) + 1
    this.#last.set(world, number)
    return number
  }

  #lastOf(world: string): number {
    return this.#last.get(world) ?? 0
  }

  /** What comes later belongs to another world of that name. */
  beginAgain(world: string): void {
    this.#first.set(world, this.#lastOf(world) + 1)
  }

  beginAllAgain(): void {
    for (const world of this.#last.keys()) this.beginAgain(world)
  }

  /** Whether a test belongs to its world as it is now. */
  isCurrent({ world, number }: TestRef): boolean {
    return number >= (this.#first.get(world) ?? 1)
  }
}
