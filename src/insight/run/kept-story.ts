import { isSettled } from '../stories/settled.ts'
import { attemptsOf, type Story } from '../stories/story.ts'
import { type StorySum, sumOf } from '../stories/story-sum.ts'
import {
  type StoryPlace,
  type StoryView,
  storyId,
  storyLine,
  storyView,
} from '../stories/story-view.ts'

/** A story that is told no further: whole where it shows something, else to be one line when asked for. */
export type KeptStory = StoryView | { readonly place: StoryPlace; readonly story: Story }

/** A story to be told when it is asked for; an open one has all its calls. */
export type Told = KeptStory | OpenStory

interface OpenStory {
  readonly place: StoryPlace
  readonly story: Story
  readonly isOpen: true
}

/** Lets go of the calls, which take the most room. */
export function keptStory(place: StoryPlace, story: Story): KeptStory {
  if (story.folded !== undefined) story.folded.exchange = undefined
  else {
    // Where nothing was processed, the calls alone tell how it was to be paid.
    sumOf(story)
    for (const attempt of attemptsOf(story)) attempt.exchange = undefined
  }
  return { place, story }
}

export function toldView(told: Told): StoryView {
  if (!('place' in told)) return told
  const { place, story } = told
  return 'isOpen' in told ? storyView(place, story) : storyLine(place, story)
}

export function toldSum(told: Told): StorySum {
  return 'place' in told ? sumOf(told.story) : told
}

export function toldId(told: Told): string {
  return 'place' in told ? storyId(told.place, told.story) : told.id
}

export function worldOf(kept: KeptStory): string {
  return 'place' in kept ? kept.place.world : kept.world
}

/** Whether it is a single call that was answered for, as most are: that shows nothing. */
export function isPlain(story: Story): boolean {
  return story.folded !== undefined || (story.events.length === 1 && isSettled(story))
}
