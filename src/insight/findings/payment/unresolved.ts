import { capitalised } from '../../counted.ts'
import { hasExpired, isOverlooked, isReplayed } from '../../stories/clarity.ts'
import { isStopped, missText, type Retry, retriesIn } from '../../stories/retry.ts'
import { type Attempt, intentsOf, type Look, type Story } from '../../stories/story.ts'
import { doneWords, stepKind } from '../../stories/story-text.ts'
import { isDone, isDoubled } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { eventsOf } from './double.ts'
import {
  attemptAmount,
  decisionAdvice,
  forgottenAdvice,
  likelyRetrySteps,
  likelyRetryText,
  lookAdvice,
  requestText,
} from './words.ts'

/** Real time that a client has to look up a lost answer before it is judged while it runs. */
export const LOOK_PATIENCE_MS = 30_000

export const unresolved: StoryFinding<'unresolved'> = {
  code: 'unresolved',
  severity: 'error',
  one: 'unresolved',
  many: 'unresolved',
  seen: 'After a lost or undecided answer, no lookup or search was answered, or only a search after the gateway had forgotten the correlation id. Or the client saw `unknown`, the gateway decided later, and the client never looked again. Not reported if `blind-retry` reports it.',
  judge: (story) =>
    intentsOf(story).flatMap((intent) => {
      const retries = retriesIn(intent)
      const lost = intent.attempts.find((attempt) => isUnresolved(attempt, retries))
      if (lost === undefined) return []
      const looks = looksFor(story, lost)
      return [
        {
          about: lost,
          message: `${whichText(lost)}${silenceText(lost, looks)} ${fateText(lost)}${likelyRetryText(lost)}`,
          advice: adviceFor(lost, looks),
          events: [...new Set([...eventsOf(story, intent), ...looks, ...likelyRetrySteps(lost)])],
        },
      ]
    }),
}

function adviceFor(lost: Attempt, looks: readonly Look[]): string {
  if (lost.clarity === 'undecided' || isGivenUp(lost)) return decisionAdvice(lost)
  return looks.some(({ isForgotten }) => isForgotten) ? forgottenAdvice : lookAdvice(lost)
}

function isUnresolved(attempt: Attempt, retries: readonly Retry[]): boolean {
  if (!isDoubtful(attempt)) return false
  // What another attempt became does not tell what happened to this one.
  if (attempt.lookedOrder !== undefined) return isGivenUp(attempt) && !isDoubled(attempt)
  return !retries.some((retry) => retry.after.order >= attempt.order && !isMisled(retry))
}

/** After a search for a forgotten id, the client takes the failure of the second one for that of both. */
function isMisled({ attempt, after, looks }: Retry): boolean {
  if (!looks.at(-1)?.isForgotten || !isDone(after)) return false
  return attempt.settled === 'failed' && !isStopped(attempt)
}

/** The client last saw it undecided, and has not looked since it was decided. */
function isGivenUp(attempt: Attempt): boolean {
  return attempt.known === 'unknown' && isOverlooked(attempt)
}

/** A client that voids an undecided payment need not look it up. */
function isDoubtful(attempt: Attempt): boolean {
  const { clarity, status } = attempt
  if (clarity === 'unclear') return true
  return clarity === 'undecided' && status !== 'voided' && !isReplayed(attempt)
}

/** Lookups and searches for it. */
export function looksFor(story: Story, lost: Attempt): readonly Look[] {
  const { order, made, correlationKey } = lost
  return story.events.flatMap((event) => {
    if (event.kind !== 'look' || event.order < order) return []
    if (event.missed !== undefined) return event.missed === lost ? [event] : []
    const { audit, correlationKey: key } = event.exchange.facts.about ?? {}
    const isAboutIt = audit === undefined ? key === correlationKey : audit === made?.audit
    return isAboutIt ? [event] : []
  })
}

/** Says which of several attempts it is about. */
function whichText(lost: Attempt): string {
  return lost.intent.attempts.length === 1 ? '' : `The ${requestText(lost)} was left open. `
}

/** What the client failed to do. */
function silenceText(lost: Attempt, looks: readonly Look[]): string {
  const { clarity, made } = lost
  const failed = looks.filter(({ found }) => found === undefined)
  if (isGivenUp(lost)) {
    const often = looks.length > 1 ? `asked ${looks.length} times, last ` : ''
    return `The client ${often}saw that it was undecided, and did not look again after it was decided.`
  }
  if (looks.at(-1)?.isForgotten) {
    return 'The search came after the gateway had forgotten the correlation id, so its empty answer proves nothing.'
  }
  if (failed.length > 0) return failureText(failed)
  if (clarity !== 'undecided') return 'The client never asked what happened to it.'
  const answer = made?.isDrifting ? 'with an undocumented status' : 'that it could not say yet'
  return `The gateway answered ${answer}, and the client never looked it up.`
}

/** `The only search failed, and the client did not ask again.` */
function failureText(failed: readonly Look[]): string {
  const kinds = new Set(failed.map(stepKind))
  const [kind] = kinds
  const last = failed.at(-1)
  if (last?.missed !== undefined) return `${capitalised(missText(last))}, and did not ask again.`
  if (failed.length === 1) return `The only ${kind} failed, and the client did not ask again.`
  const what = kinds.size === 1 ? (kind === 'search' ? 'searches' : 'lookups') : 'questions'
  return `All ${failed.length} ${what} failed, and the client did not ask again.`
}

/** What the client does not know. */
function fateText(attempt: Attempt): string {
  const amount = attemptAmount(attempt)
  switch (attempt.status) {
    case undefined:
      return 'Nothing was processed, but the client cannot know that.'
    case 'approved':
      if (attempt.operation === 'preauthorisation' && hasExpired(attempt)) {
        return `${amount} was held until it expired, and the client does not know it.`
      }
      return `${doneText(attempt, amount)}, and the client does not know it.`
    case 'declined':
    case 'error':
      return `It was ${attempt.status === 'error' ? 'not processed: the bank failed' : 'declined'}, but the client cannot know that.`
    case 'unknown':
      return 'It is still undecided.'
    default:
      return `It is ${attempt.status}, but the client cannot know that.`
  }
}

function doneText({ operation }: Attempt, amount: string): string {
  const word = doneWords[operation]
  if (word === 'voided') return 'It was voided'
  return `${amount} ${word === 'held' ? 'is' : 'was'} ${word}`
}
