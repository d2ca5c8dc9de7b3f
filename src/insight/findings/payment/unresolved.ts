import { retriesIn } from '../../stories/retry.ts'
import { isAnsweredAgain } from '../../stories/settled.ts'
import { type Attempt, type Intent, intentsOf } from '../../stories/story.ts'
import type { StoryFinding } from '../finding.ts'
import { eventsOf } from './double.ts'
import { amountText, orderText } from './order.ts'
import { lookAdvice, searchAdvice } from './recovery-advice.ts'

export const unresolved = {
  code: 'unresolved',
  severity: 'error',
  one: 'unresolved',
  many: 'unresolved',
  seen: 'An unclear or undecided answer was never followed by a lookup or search that was answered. Not reported if `blind-retry` reports it.',
  judge: (story) =>
    intentsOf(story).flatMap((intent) => {
      const lost = intent.attempts.find((attempt) => isUnresolved(attempt, intent))
      if (lost === undefined) return []
      return [
        {
          key: `${story.number} ${lost.order}`,
          subject: orderText(lost),
          message: `${silenceText(lost)} ${fateText(lost)}`,
          advice: lost.clarity === 'undecided' ? searchAdvice(lost) : lookAdvice(lost),
          events: eventsOf(story, intent),
        },
      ]
    }),
} as const satisfies StoryFinding

function isUnresolved(attempt: Attempt, intent: Intent): boolean {
  if (!isDoubtful(attempt) || attempt.lookedOrder !== undefined) return false
  if (isAnsweredAgain(attempt)) return false
  return !retriesIn(intent).some(({ after }) => after.order >= attempt.order)
}

/** Whoever voids what was undecided need not ask what became of it. */
function isDoubtful({ clarity, status }: Attempt): boolean {
  return clarity === 'unclear' || (clarity === 'undecided' && status !== 'voided')
}

/** What the client left undone. */
function silenceText({ clarity, made }: Attempt): string {
  if (clarity !== 'undecided') return 'Nobody asked what became of it.'
  const answer = made?.isDrifting
    ? 'with a status that no client knows'
    : 'that it could not say yet'
  return `The gateway answered ${answer}, and nobody asked again.`
}

/** What the client does not know. */
function fateText(attempt: Attempt): string {
  const amount = amountText(attempt)
  switch (attempt.status) {
    case undefined:
      return 'Nothing was processed, but the client cannot know that.'
    case 'approved':
      return approvedTexts[attempt.operation].replace('{amount}', amount)
    case 'declined':
    case 'error':
      return `It was ${attempt.status === 'error' ? 'not processed: the bank failed' : 'declined'}, but the client cannot know that.`
    case 'unknown':
      return 'It is still undecided.'
    default:
      return `It is ${attempt.status}, but the client cannot know that.`
  }
}

const approvedTexts: Readonly<Record<Attempt['operation'], string>> = {
  purchase: '{amount} was charged, and the client does not know it.',
  completion: '{amount} was charged, and the client does not know it.',
  preauthorisation: '{amount} is held, and the client does not know it.',
  refund: '{amount} was refunded, and the client does not know it.',
  standalone_refund: '{amount} was refunded, and the client does not know it.',
  void: 'It was voided, and the client does not know it.',
}
