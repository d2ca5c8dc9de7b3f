import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import { callControl } from '../../control-call.ts'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { timeLeft } from '../../story/open-answers.ts'
import { StoryPage } from '../../story/story-page.tsx'
import { alarming } from '../../story/verdict.tsx'
import { explainedRequest } from '../request.tsx'
import { ruleLines } from '../scenarios/scenario-text.tsx'

export const storyRoute: PageRoute = {
  path: '/stories/{id}',
  async show(frame, { id = '' }) {
    const { visit } = frame
    const story = await callControl(visit, 'story', id)
    const { requests, reference, verdict } = story
    const chosen = chosenIn(visit.query.step, requests) ?? requests[0]
    const other = chosenIn(visit.query.with, requests)
    // Elsewhere and since a reset, another request has its number.
    const isHere = !story.ended && story.world === visit.world
    const explained = isHere && chosen ? await explainedRequest(visit, chosen.id) : undefined
    const lines = await ruleLines(visit, chosen?.rules ?? [])
    return renderPage(
      {
        frame,
        title: reference || 'Payment',
        section: 'Payments',
        isAlarm: alarming.includes(verdict),
        again: timeLeft(visit, story) || undefined,
      },
      <StoryPage {...{ frame, story, chosen, other, explained, lines }} />,
    )
  },
}

function chosenIn(
  id: string | undefined,
  requests: readonly RequestAnswer[],
): RequestAnswer | undefined {
  return requests.find((request) => String(request.id) === id)
}
