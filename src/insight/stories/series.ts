import { isReplayed } from './clarity.ts'
import type { Attempt, Look, Story, StoryEvent } from './story.ts'

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

/** How many looks to keep at each end of a long row. */
const ENDS = 10

/**
 * Thins out a long story: drops attempts that the client knows were never processed, the searches
 * that said so, and the middle of long rows of looks. Returns the dropped attempts.
 */
export function thin(story: Story): readonly Attempt[] {
  const dead = new Set(story.events.filter(isDeadAttempt))
  for (const intent of new Set([...dead].map((attempt) => attempt.intent))) {
    keepOnly(intent.attempts, dead)
  }
  // Each repeats the one before, which would keep all of them in memory.
  for (const attempt of dead) attempt.repeats = []
  const gone: ReadonlySet<StoryEvent> = dead
  const ids = new Set([...dead].map(({ correlationKey }) => correlationKey))
  const alive = story.events.filter((event) => !gone.has(event) && !isAnswerTo(event, ids))
  story.events = withoutMiddles(alive)
  return [...dead]
}

/** An attempt that was lost before processing, and the client has learnt so. */
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
  return row.filter((_, index) => index < ENDS || index >= row.length - ENDS)
}
