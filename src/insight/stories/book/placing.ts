import type { Opening } from '../../exchange.ts'
import { isOver } from '../settled.ts'
import type { Attempt, Intent, Story } from '../story.ts'
import { intentKey } from './intent-key.ts'
import type { StoryIndex } from './story-index.ts'

/** Where a request belongs: to an earlier one of the same kind that nobody knows the end of, or to itself. */
export function placeOf(
  index: StoryIndex,
  opening: Opening,
  open: () => Story,
): Pick<Attempt, 'story' | 'intent'> {
  const { merchant, correlationKey, asked } = opening
  const key = intentKey(opening)
  const same = index.firstWith(merchant, correlationKey)
  if (same?.intent.key === key && !same.story.isClosed) return same
  const known = index.intent(key)
  const last = known?.attempts.at(-1)
  if (known !== undefined && last !== undefined && !last.story.isClosed) {
    if (last.clarity !== 'open' && !isOver(known)) return last
  }
  const intent: Intent = { key, attempts: [], beside: undefined }
  if (known !== undefined && last?.clarity === 'open') {
    known.beside ??= []
    known.beside.push(intent)
  }
  index.putIntent(intent)
  const target = asked.target === undefined ? undefined : index.madeBy(asked.target)
  return { story: target === undefined ? open() : target.story, intent }
}
