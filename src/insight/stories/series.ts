import { isReplayed } from './replayed.ts'
import type { Attempt, Look, Story } from './story.ts'

/** Steps in a row that say the same are kept up to so many; a client that polls must not fill the memory. */
const LONGEST = 20

/** How many equal steps before this one were let go to make room. */
export function alikeBefore({ inRow }: Pick<Look | Attempt, 'inRow'>): number {
  return Math.max(0, inRow - LONGEST)
}

/** Adds a look; in a long series it takes the place of the one before. */
export function tellLook(story: Story, look: Look): void {
  const { events } = story
  const last = events.at(-1)
  if (last?.kind === 'look' && isAlike(last, look)) look.inRow = last.inRow + 1
  if (look.inRow > LONGEST) events.pop()
  events.push(look)
  story.changes += 1
}

function isAlike(one: Look, other: Look): boolean {
  if (one.told !== other.told || one.isForgotten !== other.isForgotten) return false
  const { operation, facts } = one.exchange
  const { exchange } = other
  return (
    operation === exchange.operation &&
    facts.about?.audit === exchange.facts.about?.audit &&
    facts.about?.correlationKey === exchange.facts.about?.correlationKey
  )
}

/** An attempt that came to nothing, like those before it, takes the place of the last of them. */
export function shortenSeries(attempt: Attempt): void {
  const { story, intent } = attempt
  const { events } = story
  const last = events.at(-2)
  if (!isIdle(attempt) || events.at(-1) !== attempt) return
  if (last?.kind !== 'attempt' || last.intent !== intent || !isIdle(last)) return
  attempt.inRow = last.inRow + 1
  if (attempt.inRow <= LONGEST) return
  events.splice(-2, 1)
  intent.attempts.splice(intent.attempts.lastIndexOf(last), 1)
}

/** Whether it changed nothing and told nothing: it was refused, or got a kept answer again. */
function isIdle(attempt: Attempt): boolean {
  return attempt.clarity === 'refused' || isReplayed(attempt)
}
