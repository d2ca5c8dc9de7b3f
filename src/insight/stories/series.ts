import { isReplayed } from './clarity.ts'
import type { Attempt, Look, Story, StoryEvent } from './story.ts'

/** Steps in a row that say the same are kept up to so many; a client that polls must not fill the memory. */
const LONGEST = 20

/** How many equal steps before this one were let go to make room. */
export function alikeBefore({ inRow }: Pick<Look | Attempt, 'inRow'>): number {
  return Math.max(0, inRow - LONGEST)
}

/** Adds a look; in a long series it takes the place of the one before. */
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

/** Whether it changed nothing and said nothing new: it was refused, or got a kept answer again. */
function isIdle(attempt: Attempt): boolean {
  return attempt.clarity === 'refused' || isReplayed(attempt)
}

/** Looks in a row of which the first and the last so many stay. */
const ENDS = 10

/**
 * Lets go of what tells nothing more in a long story: attempts that the client knows were never
 * processed, with the searches that said so, and the middle of long rows of looks. Gives the attempts.
 */
export function thin(story: Story): readonly Attempt[] {
  const dead = new Set(story.events.filter(isDeadAttempt))
  for (const intent of new Set([...dead].map((attempt) => attempt.intent))) {
    keepOnly(intent.attempts, dead)
  }
  const gone: ReadonlySet<StoryEvent> = dead
  const ids = new Set([...dead].map(({ correlationKey }) => correlationKey))
  const alive = story.events.filter((event) => !gone.has(event) && !isAnswerTo(event, ids))
  story.events = withoutMiddles(alive)
  return [...dead]
}

/** One that was lost before anything was processed, and of which the client has learnt just that. */
function isDeadAttempt(event: StoryEvent): event is Attempt {
  if (event.kind !== 'attempt' || event.made !== undefined) return false
  return event.clarity === 'unclear' && event.known === 'nothing' && !isLast(event)
}

function isLast(attempt: Attempt): boolean {
  return attempt.intent.attempts.at(-1) === attempt
}

function keepOnly(attempts: Attempt[], dead: ReadonlySet<Attempt>): void {
  const alive = attempts.filter((one) => !dead.has(one))
  attempts.splice(0, attempts.length, ...alive)
}

function isAnswerTo(event: StoryEvent, ids: ReadonlySet<string | undefined>): boolean {
  if (event.kind !== 'look' || event.found !== 'nothing' || event.isForgotten) return false
  const { correlationKey } = event.exchange.facts.about ?? {}
  return correlationKey !== undefined && ids.has(correlationKey)
}

function withoutMiddles(events: readonly StoryEvent[]): StoryEvent[] {
  const kept: StoryEvent[] = []
  let row: Look[] = []
  for (const event of events) {
    if (event.kind === 'look') row.push(event)
    else {
      kept.push(...endsOf(row), event)
      row = []
    }
  }
  return [...kept, ...endsOf(row)]
}

function endsOf(row: readonly Look[]): readonly Look[] {
  return row.length <= 2 * ENDS ? row : [...row.slice(0, ENDS), ...row.slice(-ENDS)]
}
