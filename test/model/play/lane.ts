import type { House } from '../law/house.ts'
import type { State } from '../law/state.ts'
import type { Request } from '../law/wire/request.ts'
import { Chance } from './chance.ts'
import { Disagreement, Player } from './player.ts'
import { questionAbout } from './question.ts'

/** How many steps a history has before its world starts anew. */
const LENGTH = 300

const reset: Request = { method: 'POST', path: '/_sandbox/reset', query: [], headers: {}, body: {} }

/** A world that is played in for a long time, over the deaths of its sandbox. */
export class Lane {
  operations = 0
  histories = 0
  recovered = { processed: 0, 'not processed': 0 }
  readonly #player: Player
  readonly #chance: Chance
  #open: { readonly request: Request; readonly before: State } | undefined

  constructor(world: string, house: House, seed: number) {
    this.#player = new Player(world, house)
    this.#chance = new Chance(seed)
  }

  /** The last requests, with what came back. */
  get history(): readonly string[] {
    return this.#player.history
  }

  /** Plays until it is told to stop. */
  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.operations += 1
      const step = this.operations % LENGTH
      if (step === 0) this.histories += 1
      if (step === LENGTH / 2) await this.#player.move()
      const next = this.#player.next(this.#chance.below(2 ** 32))
      await this.#player.perform(step === 0 ? reset : next)
    }
  }

  /** Plays until the sandbox dies in the middle of something. */
  async playToTheEnd(isOver: () => boolean): Promise<void> {
    while (!isOver() && this.#open === undefined) await this.#attempt(false)
  }

  /** What needs room is answered with 500, and was not processed. */
  async playOnFullDisk(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#attempt(true)
      await this.recover()
    }
  }

  async #attempt(mayFail: boolean): Promise<void> {
    const request = this.#player.next(this.#chance.below(2 ** 32))
    // What no question tells is left for calmer times.
    if (questionAbout(request, this.#player.state) === undefined) return
    this.operations += 1
    const before = await this.#player.attempt(request, mayFail)
    if (before !== undefined) this.#open = { request, before }
  }

  /** In the sandbox's next life: was what was under way processed or not? */
  async recover(): Promise<void> {
    if (this.#open === undefined) return
    const { request, before } = this.#open
    this.#open = undefined
    const question = questionAbout(request, before)
    if (question === undefined) throw new Disagreement('There is no question about this')
    this.recovered[await this.#player.recover(before, question)] += 1
  }
}
