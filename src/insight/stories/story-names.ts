import type { Story } from './story.ts'
import type { StoryView } from './story-view.ts'

/** What people call a payment by. */
export interface StoryNames {
  readonly reference: string
  readonly correlationIds: readonly string[]
  readonly audits: readonly number[]
  /** The ids of its requests. */
  readonly requests: readonly number[]
}

/** The names of a story that can still change, without the cost of its view. */
export function namesOf({ reference, events }: Story): StoryNames {
  const attempts = events.filter((event) => event.kind === 'attempt')
  return {
    reference,
    correlationIds: attempts.flatMap(({ correlationId }) => correlationId ?? []),
    audits: attempts.flatMap(({ made }) => made?.audit ?? []),
    requests: events.flatMap((event) => (event.kind === 'move' ? [] : (event.exchange?.id ?? []))),
  }
}

/** The names of a closed story; one without steps is known by its reference alone. */
export function namesIn({ reference, steps }: StoryView): StoryNames {
  return {
    reference,
    correlationIds: steps.flatMap(({ correlationId }) => correlationId ?? []),
    audits: steps.flatMap(({ audit }) => audit ?? []),
    requests: steps.flatMap(({ request }) => request ?? []),
  }
}
