import type { Attempt, Intent } from '../story.ts'

/**
 * A client that gives up closes its connection and asks again at once; the server may notice the
 * closing a little after the question, on a busy machine some hundred milliseconds after it.
 */
const NOTICING_MS = 500

/** Of what was begun beside an attempt, that which its client began after it had lost the answer. */
export function lateRetries({ lostAt, intent }: Attempt): readonly Intent[] {
  const { beside } = intent
  if (beside === undefined) return []
  intent.beside = undefined
  if (lostAt === undefined) return []
  const retries = beside.filter(({ attempts }) => isAfter(attempts[0], lostAt))
  // What was begun beside a retry may in its turn be a retry of that.
  const others = retries.flatMap((retry) => retry.beside ?? [])
  if (others.length > 0) intent.beside = others
  return retries
}

function isAfter(attempt: Attempt | undefined, lostAt: number): boolean {
  return (attempt?.realAt ?? 0) + NOTICING_MS >= lostAt
}

/** Makes attempts, with the story that they are in, a part of that of another one. */
export function joinInto(into: Attempt, attempts: readonly Attempt[]): void {
  const story = attempts[0]?.story
  into.intent.attempts.push(...attempts)
  // Others may have come since: these are in their place among them.
  into.intent.attempts.sort(byOrder)
  if (story !== undefined && story !== into.story) {
    into.story.events = [...into.story.events, ...story.events].sort(byOrder)
    for (const event of story.events) if (event.kind === 'attempt') event.story = into.story
  }
  for (const attempt of attempts) attempt.intent = into.intent
  into.story.changes += 1
}

function byOrder(one: { readonly order: number }, other: { readonly order: number }): number {
  return one.order - other.order
}
