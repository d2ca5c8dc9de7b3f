import type { Visit } from '../http/pages/visit.ts'
import { callControl, callIfFound } from './control-call.ts'
import { type OpenAnswer, timeLeft } from './story/open-answers.ts'

/** The most payments that are asked about. */
const MOST = 20

/** The answers that nobody judges yet. `isPossible`: whether any payment is unresolved. */
export async function openAnswers(
  visit: Visit,
  isPossible: boolean,
): Promise<readonly OpenAnswer[]> {
  if (visit.isReadOnly || !isPossible) return []
  const { stories } = await callControl(visit, 'stories', { verdict: 'unresolved', limit: MOST })
  const found = await Promise.all(stories.map(({ id }) => callIfFound(visit, 'story', id)))
  return found.flatMap((story) => {
    const left = story === undefined ? 0 : timeLeft(visit, story)
    if (story === undefined || left === 0) return []
    const errors = story.findings.filter(({ code }) => code === 'unresolved').length
    return [{ story: story.id, errors, left }]
  })
}
