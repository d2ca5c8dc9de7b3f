import { isOverlooked } from '../../stories/clarity.ts'
import { type Attempt, attemptsOf, type StoryEvent } from '../../stories/story.ts'
import type { StoryFinding } from '../finding.ts'
import { lookupCall, orderText } from './words.ts'

export const ignoredPending: StoryFinding<'ignored-pending'> = {
  code: 'ignored-pending',
  severity: 'warning',
  one: 'ignored pending payment',
  many: 'ignored pending payments',
  seen: 'A pending transaction, such as a direct debit, got its final status, and nobody looked it up afterwards.',
  judge: (story) =>
    attemptsOf(story)
      .filter((attempt) => isOverlooked(attempt) && isBelievedPending(attempt))
      .map((attempt) => ({
        key: `${story.number} ${attempt.order}`,
        subject: orderText(attempt),
        message: `Audit ${attempt.made?.audit} was ${toldText(attempt)} and is ${attempt.status} now; the client has not looked it up since.`,
        advice: `Ask ${lookupCall(attempt)} until the status is approved, declined or error${patienceText(attempt)}.`,
        events: story.events.filter((event) => isAbout(event, attempt)),
      })),
}

/** The last status that the client received; a lost answer does not count. */
function toldText({ known, made }: Attempt): string {
  return known === 'nothing' ? 'not found' : (known ?? made?.status ?? 'unknown')
}

/** How long the final status may take. */
function patienceText({ made }: Attempt): string {
  return made?.rail === 'direct_debit' ? '; a direct debit takes some banking days' : ''
}

/** A lost or undecided answer that was not looked up, or found undecided, is `unresolved`. */
function isBelievedPending(attempt: Attempt): boolean {
  const { clarity, known } = attempt
  if (clarity === 'clear') return true
  if (clarity !== 'unclear' && clarity !== 'undecided') return false
  return known !== undefined && known !== 'unknown'
}

function isAbout(event: StoryEvent, attempt: Attempt): boolean {
  if (event.kind === 'attempt') return event === attempt
  const audit = event.kind === 'move' ? event.audit : event.exchange.facts.shown?.audit
  return audit === attempt.made?.audit
}
