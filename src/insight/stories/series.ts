import { isReplayed } from './clarity.ts'
import { type Attempt, attemptsOf, type Look, type Story, type StoryEvent } from './story.ts'

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

/** How many looks to keep beside the other steps of a long story. */
const LOOKS_BESIDE = 10

/**
 * Thins out a long story, so that it is still judged as one: drops attempts that the client knows
 * were never processed, the searches that said so, and the middle of long rows of looks. Returns the
 * dropped attempts.
 */
export function thin(story: Story): readonly Attempt[] {
  const dead = new Set<StoryEvent>(story.events.filter(isDead))
  const [attempts, isAlive] = [attemptsOf(story), (one: Attempt) => !dead.has(one)]
  for (const attempt of attempts) {
    // Each repeats the one before, which would keep all of them in memory.
    attempt.repeats = isAlive(attempt) ? attempt.repeats.filter(isAlive) : []
    attempt.intent.attempts = attempt.intent.attempts.filter(isAlive)
  }
  const dropped = attempts.filter((one) => dead.has(one))
  const ids = new Set(dropped.map(({ correlationKey }) => correlationKey))
  const alive = story.events.filter((event) => !dead.has(event) && !isAnswerTo(event, ids))
  story.events = alive.filter((event, index) => {
    const beside = alive.slice(Math.max(0, index - LOOKS_BESIDE), index + LOOKS_BESIDE + 1)
    const isAtEnd = index >= alive.length - LOOKS_BESIDE
    return event.kind !== 'look' || isAtEnd || beside.some(({ kind }) => kind !== 'look')
  })
  return dropped
}

/** Whether an attempt was lost before processing, and the client has learnt so and tried again. */
function isDead(event: StoryEvent): boolean {
  if (event.kind !== 'attempt' || event.made !== undefined) return false
  if (event.intent.attempts.at(-1) === event) return false
  return event.clarity === 'unclear' && event.known === 'nothing'
}

function isAnswerTo(event: StoryEvent, ids: ReadonlySet<string | undefined>): boolean {
  if (event.kind !== 'look' || event.found !== 'nothing' || event.isForgotten) return false
  const { correlationKey } = event.exchange.facts.about ?? {}
  return correlationKey !== undefined && ids.has(correlationKey)
}
