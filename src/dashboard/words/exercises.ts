import { type Exercise, type Exercised, exercises } from '../../insight/run/tally.ts'
import { countText, listText } from './numbers.ts'

/** One, and several where that takes more than an `s`. */
const exerciseWords: Readonly<Record<Exercise, readonly [one: string, several?: string]>> = {
  faults_before: ['answer lost before processing', 'answers lost before processing'],
  faults_after: ['answer lost after processing', 'answers lost after processing'],
  timeouts: [
    'answer lost because the client gave up waiting',
    'answers lost because the client gave up waiting',
  ],
  undecided: ['undecided answer'],
  pendings: ['pending payment'],
  declines: ['decline'],
  refusals: ['refusal'],
  lookups: ['lookup'],
  searches: ['search', 'searches'],
}

/** `2 declines` */
export function exerciseText(name: Exercise, count: number): string {
  return countText(count, ...exerciseWords[name])
}

/** `2 declines and 1 search`: what a client was put through. */
export function exercisedText(exercised: Partial<Exercised>): string {
  return listText(
    exercises
      .flatMap((name) => exerciseText(name, exercised[name] ?? 0))
      .filter((text) => !text.startsWith('0 ')),
  )
}
