import { secondsText } from '../../counted.ts'
import {
  earlySearch,
  isStopped,
  missesIn,
  missText,
  type Retry,
  retriesIn,
} from '../../stories/retry.ts'
import { type Attempt, intentsOf } from '../../stories/story.ts'
import { doneWord, isDone } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { eventsOf } from './double.ts'
import { adviceForRetry, attemptAmount, likelyRetryText, requestText } from './words.ts'

export const blindRetry: StoryFinding<'blind-retry'> = {
  code: 'blind-retry',
  severity: 'error',
  one: 'blind retry',
  many: 'blind retries',
  seen: 'After a lost answer, or after response code 09, 68 or 94, the same request was sent again with a new correlation id, without an answered lookup or search in between. It counts even if the gateway refused the second request because the first had gone through. It does not count if a whole answer to the same correlation id showed the outcome.',
  judge: (story, settings) =>
    intentsOf(story).flatMap((intent) => {
      const blind = retriesIn(intent).filter(({ looks }) => looks.length === 0)
      const [first] = blind
      if (first === undefined) return []
      return [
        {
          about: first.attempt,
          message: `Sent again ${whenText(first)}${doubtText(first)}.${luckText(blind)}${beliefText(blind)}${likelyRetryText(first.after)}`,
          advice: adviceForRetry(first, settings),
          events: eventsOf(story, intent),
        },
      ]
    }),
}

/** What the client did not know. */
function doubtText(retry: Retry): string {
  const which = `the ${requestText(retry.after)} had`
  const last = missesIn(retry).at(-1)
  if (last !== undefined) return `without knowing whether ${which} gone through: ${missText(last)}`
  return earlySearch(retry.after) === undefined
    ? `without asking whether ${which} gone through`
    : `after a search that was answered before ${which} arrived`
}

/** A declined retry hides that the first one took the money. */
function beliefText(blind: readonly Retry[]): string {
  const wrong = blind.find(({ attempt }) => attempt.settled === 'failed' && !isStopped(attempt))
  if (wrong === undefined) return ''
  const { after, attempt } = wrong
  const { attempts } = attempt.intent
  if (!isDone(after) || attempts.some(({ settled }) => settled === 'taken')) return ''
  const said = attempt.made?.status ?? 'refused'
  return ` ${attemptAmount(after)} was ${doneWord(after)} by the first one, although the client believes that it was ${said}.`
}

/** Mentions if only the gateway prevented a double: the client was just lucky. */
function luckText(blind: readonly Retry[]): string {
  if (!blind.every(({ attempt }) => isStopped(attempt))) return ''
  return blind.some(({ after }) => isDone(after))
    ? ' The gateway refused it only because the first one had gone through.'
    : ''
}

/** `2.5 s later, `, or `at once, ` if it rounds to zero. */
function whenText({ attempt, after }: Retry): string {
  if (isClockMoved(attempt, after)) return ''
  const ms = attempt.realAt - (after.lostAt ?? after.realAt)
  return ms < 50 ? 'at once, ' : `${secondsText(ms)} later, `
}

/** Whether the sandbox clock was moved in between, so that it shows more time than the client waited. */
function isClockMoved(attempt: Attempt, after: Attempt): boolean {
  return attempt.at - after.at - (attempt.realAt - after.realAt) >= 1000
}
