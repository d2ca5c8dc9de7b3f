import type { Moved } from '../exchange.ts'
import type { Attempt, Story } from './story.ts'

/** A hold that had run out when it was made: no clock has to move for that. */
export function expiryAtOnce({ made, at }: Attempt): Moved | undefined {
  if (made?.expiresAt === undefined || made.expiresAt > at || made.status !== 'approved') {
    return undefined
  }
  return { audit: made.audit, to: made.status, at, isAnswer: false, isExpiry: true }
}

/** Whether its time was over when something last happened; its expiry is such a thing. */
export function hasExpired({ made, story }: Attempt): boolean {
  const { expiresAt } = made ?? {}
  return expiresAt !== undefined && story.events.some(({ at }) => at >= expiresAt)
}

/** A replayed answer tells of a hold again that may have run out long since. */
export function hasToldExpiry({ events }: Story, audit: number): boolean {
  return events.some((event) => event.kind === 'move' && event.isExpiry && event.audit === audit)
}
