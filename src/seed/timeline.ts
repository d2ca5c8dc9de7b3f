import { DAY, HOUR, type Instant } from '../domain/time/instant.ts'
import { instantOn, sydneyDay, sydneyTimeOfDay } from '../domain/time/sydney-time.ts'
import { Chance } from './chance.ts'
import { daysBefore, type Part, salts } from './seed-context.ts'

/** How far back a seeded history reaches. */
const DAYS = 42

/** Above 1: the shop is busier now than it was then. */
const GROWTH = 1.3

const opening = 6.5 * HOUR
const closing = 23 * HOUR

/** When the transactions of a part happened, earliest first; later parts come later. */
export function instantsOf(
  part: Part,
  total: number,
  { seed, now }: { readonly seed: number; readonly now: Instant },
): readonly Instant[] {
  const span = now - daysBefore(now, DAYS)
  const today = sydneyDay(now)
  return Array.from({ length: part.count }, (_, i) => {
    const index = part.first + i
    const jitter = new Chance(seed, salts.transaction, index, 0).below(1000) / 1000
    const left = 1 - (index + jitter) / total
    const at = Math.floor(now - span * left ** GROWTH)
    return sydneyDay(at) === today ? at : duringTheDay(at)
  }).sort((one, other) => one - other)
}

/** Squeezes a day of 24 hours into those in which people are awake. */
function duringTheDay(at: Instant): Instant {
  const share = sydneyTimeOfDay(at) / DAY
  return instantOn(sydneyDay(at), Math.floor(opening + share * (closing - opening)))
}
