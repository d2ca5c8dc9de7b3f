import type { Attempt, Look, Story, StoryEvent } from '../story.ts'

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
  if (event.kind !== 'look' || event.told !== 'nothing' || event.isForgotten) return false
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
