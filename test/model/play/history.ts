import type { House } from '../law/house.ts'
import { Chance } from './chance.ts'
import { Disagreement, Player } from './player.ts'

/** Makes a world that nobody has used, and gives its address. */
export type NewWorld = () => string

interface Failed {
  readonly told: string
  readonly history: readonly string[]
}

/** The steps of a history by its seed. */
function stepsOf(seed: number, count: number): readonly number[] {
  const chance = new Chance(seed)
  return Array.from({ length: count }, () => chance.below(2 ** 32))
}

/** Plays steps in a new world; gives what went wrong, if anything did. */
async function played(
  house: House,
  world: string,
  steps: readonly number[],
): Promise<Failed | undefined> {
  const player = new Player(world, house)
  for (const [at, step] of steps.entries()) {
    try {
      if (at === Math.floor(steps.length / 2)) await player.move()
      await player.step(step)
    } catch (failure) {
      if (!(failure instanceof Disagreement)) throw failure
      return { told: failure.message, history: player.history }
    }
  }
  return undefined
}

/** Plays a history. One that goes wrong is made as short as it can be, and told. */
export async function playHistory(
  house: House,
  newWorld: NewWorld,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<void> {
  const steps = stepsOf(seed, count)
  const failed = await played(house, newWorld(), steps)
  if (failed === undefined) return
  const { told, history } = await shortest(
    house,
    newWorld,
    steps.slice(0, failed.history.length),
    failed,
  )
  throw new Error(
    `Seed ${seed}: the model and the sandbox disagree\n${told}\nThe history:\n${history.join('\n')}`,
  )
}

/** Leaves out as many steps as it can, while something still goes wrong. */
async function shortest(
  house: House,
  newWorld: NewWorld,
  steps: readonly number[],
  failed: Failed,
): Promise<Failed> {
  let [left, found] = [steps, failed]
  let tries = 150
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < left.length && tries > 0; tries -= 1) {
      const fewer = left.toSpliced(from, size)
      const again = fewer.length > 0 ? await played(house, newWorld(), fewer) : undefined
      if (again === undefined) from += size
      else [left, found] = [fewer.slice(0, again.history.length), again]
    }
  }
  return found
}
