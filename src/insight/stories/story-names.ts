import type { Story } from './story.ts'
import { paidWith } from './story-sum.ts'
import type { StoryView } from './story-view.ts'

/** What people call a payment by. */
export interface StoryNames {
  readonly reference: string
  readonly correlationIds: readonly string[]
  readonly audits: readonly number[]
  /** The masked numbers of its cards and accounts. */
  readonly paidWith: readonly string[]
}

/** The names of a story that can still change, without the cost of its view. */
export function namesOf(story: Story): StoryNames {
  const { reference, events } = story
  const attempts = events.filter((event) => event.kind === 'attempt')
  return {
    reference,
    correlationIds: attempts.flatMap(({ correlationId }) => correlationId ?? []),
    audits: attempts.flatMap(({ made }) => made?.audit ?? []),
    paidWith: paidWith(story),
  }
}

/** The names of a closed story; one without steps has neither ids nor audits. */
export function namesIn({ reference, steps, paidWith }: StoryView): StoryNames {
  return {
    reference,
    paidWith,
    correlationIds: steps.flatMap(({ correlation_id }) => correlation_id ?? []),
    audits: steps.flatMap(({ audit }) => audit ?? []),
  }
}
