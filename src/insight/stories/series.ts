import type { Attempt, Look, Story } from './story.ts'

/** Steps in a row that say the same are kept up to so many; a client that polls must not fill the memory. */
const LONGEST = 20

/** Adds a look; in a long series it takes the place of the one before. */
export function tellLook(story: Story, look: Look): void {
  const { events } = story
  const row = events.slice(-LONGEST)
  if (
    row.length === LONGEST &&
    row.every((event) => event.kind === 'look' && isAlike(event, look))
  ) {
    const last = events.pop() as Look
    look.alike = last.alike + 1
  }
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
  if (!isIdle(attempt) || story.events.at(-1) !== attempt) return
  const row = story.events.slice(-LONGEST - 1)
  const isSeries = row.every(
    (event) => event.kind === 'attempt' && event.intent === intent && isIdle(event),
  )
  if (row.length <= LONGEST || !isSeries) return
  const [last] = story.events.splice(-2, 1) as [Attempt]
  attempt.alike = last.alike + 1
  intent.attempts.splice(intent.attempts.lastIndexOf(last), 1)
}

/** Whether it changed nothing and told nothing: it was refused, or got a kept answer again. */
function isIdle({ clarity, made }: Attempt): boolean {
  return clarity === 'refused' || (clarity === 'clear' && made === undefined)
}
