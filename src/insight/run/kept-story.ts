import { isSettled } from '../stories/settled.ts'
import type { Story } from '../stories/story.ts'
import { type StoryPlace, type StoryView, storyLine } from '../stories/story-view.ts'

/** A story that is told no further: whole where it shows something, else to be one line when asked for. */
export type KeptStory = StoryView | { readonly place: StoryPlace; readonly story: Story }

/** Lets go of the calls, which take the most room. */
export function keptStory(place: StoryPlace, story: Story): KeptStory {
  for (const event of story.events) if (event.kind === 'attempt') event.exchange = undefined
  return { place, story }
}

export function keptView(kept: KeptStory): StoryView {
  return 'place' in kept ? storyLine(kept.place, kept.story) : kept
}

export function worldOf(kept: KeptStory): string {
  return 'place' in kept ? kept.place.world : kept.world
}

/** Whether it is a single call that was answered for, as most are: that shows nothing. */
export function isPlain(story: Story): boolean {
  return story.events.length === 1 && isSettled(story)
}
