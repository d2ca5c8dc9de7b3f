import { isReplayed } from './clarity.ts'
import type { Attempt, Look, Story } from './story.ts'

/** The most equal steps in a row to keep: a polling client must not fill the memory. */
const LONGEST = 20

/** How many equal steps before this one were dropped. */
export function alikeBefore({ inRow }: Pick<Look | Attempt, 'inRow'>): number {
  return Math.max(0, inRow - LONGEST)
}

/** Adds a look; in a long series it replaces the one before. */
export function addLook(story: Story, look: Look): void {
  const { events } = story
  const last = events.at(-1)
  if (last?.kind === 'look' && isAlike(last, look)) look.inRow = last.inRow + 1
  if (look.inRow > LONGEST) events.pop()
  events.push(look)
  story.changes += 1
}

function isAlike(one: Look, other: Look): boolean {
  if (one.found !== other.found || one.isForgotten !== other.isForgotten) return false
  const { operation, facts } = one.exchange
  const { exchange } = other
  return (
    operation === exchange.operation &&
    facts.about?.audit === exchange.facts.about?.audit &&
    facts.about?.correlationKey === exchange.facts.about?.correlationKey
  )
}

/** Replaces the previous attempt if both changed nothing and the series is long. */
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

/** Whether an attempt changed nothing: it was refused, or got a stored answer again. */
function isIdle(attempt: Attempt): boolean {
  return attempt.clarity === 'refused' || isReplayed(attempt)
}
