import { type Attempt, attemptsOf } from '../payments/judged-payment.ts'
import { isDone } from '../payments/taken.ts'
import type { CoverageCase, SeenCall } from './coverage-case.ts'

/** The attempt whose answer was lost and that the client has looked up since. */
function recovered({ attempt, about }: SeenCall): Attempt | undefined {
  const found = about ?? attempt
  return found?.clarity === 'unclear' && found.lookedOrder !== undefined ? found : undefined
}

/** Whether the client found out that a payment whose answer was lost had succeeded, and left it at that. */
function isPaidOnce({ clarity, certainOutcome, known, intent, likelyRetry }: Attempt): boolean {
  if (clarity !== 'unclear' || certainOutcome !== 'taken' || known === 'pending') return false
  return intent.attempts.length === 1 && likelyRetry?.intent.attempts.some(isDone) !== true
}

type Loss = 'http' | 'hang' | 'reset'

function lossOf({ exchange }: Attempt): Loss | undefined {
  if (exchange === undefined) return undefined
  const { response, fault, facts } = exchange
  const { status } = response
  if (status !== null) return status >= 500 || status === 408 ? 'http' : undefined
  if (fault?.reset) return 'reset'
  return fault === null || fault.hang || facts.left ? 'hang' : undefined
}

/** Its words, and the end of the amount that provokes it. */
const losses = {
  http: ['A 5xx', '503'],
  hang: ['No response', '408'],
  reset: ['A connection reset', '000'],
} as const satisfies Record<Loss, unknown>

function lost<N extends string>(name: N, loss: Loss, at: 'before' | 'after') {
  const [words, amount] = losses[loss]
  return {
    name,
    description: `${words} ${at} processing, and then a lookup or search for that request`,
    provoke: `amount 9${at === 'before' ? 9 : 8}00${amount}, then search by correlation id`,
    sees: (seen) => {
      const attempt = recovered(seen)
      if (attempt === undefined || lossOf(attempt) !== loss) return false
      return (attempt.made === undefined ? 'before' : 'after') === at
    },
  } as const satisfies CoverageCase
}

/** Cases about clients that cannot know a result. */
export const recoveryCases = [
  lost('error-before-processing', 'http', 'before'),
  lost('error-after-processing', 'http', 'after'),
  lost('no-response-before-processing', 'hang', 'before'),
  lost('no-response-after-processing', 'hang', 'after'),
  lost('reset-before-processing', 'reset', 'before'),
  lost('reset-after-processing', 'reset', 'after'),
  {
    name: 'recovered-without-duplicate',
    description:
      'An approved payment whose response was lost and that a lookup or search found; no equal payment with the same card followed within a day',
    provoke: 'amount 9800503, then search by correlation id',
    isExtra: true,
    seesPayment: (payment) => attemptsOf(payment).some(isPaidOnce),
  },
  {
    name: 'search-after-cache-time',
    description: 'A search for a correlation id that the gateway has forgotten',
    provoke: 'a purchase, clock advance 24h (or expire), then search',
    on: ['search'],
    sees: ({ exchange: { facts }, about }) =>
      facts.shown === null && !facts.hidden && about?.made !== undefined,
  },
] as const satisfies readonly CoverageCase[]
