import { type Attempt, attemptsOf, type Story } from '../story.ts'

/** What was paid or completed with a card, the last first. */
export function* paymentsWith(
  stories: Iterable<Story>,
  merchant: number | undefined,
  card: string,
): Generator<Attempt> {
  for (const story of [...stories].reverse()) {
    const { opening } = story.folded ?? {}
    if (story.merchant !== merchant || (opening && opening.card !== card)) continue
    const paid = attemptsOf(story).filter((one) => one.card === card && isPayment(one))
    yield* paid.reverse()
  }
}

function isPayment({ operation }: Attempt): boolean {
  return operation === 'purchase' || operation === 'completion'
}
