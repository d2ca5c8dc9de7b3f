import type { WholeStoryAnswer } from '../../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { callControl, callIfFound } from '../../control-call.ts'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { timeLeft } from '../../story/open-answers.ts'
import { StoryPage } from '../../story/story-page.tsx'
import { alarming } from '../../story/verdict.tsx'
import { savedFacts } from '../report.tsx'
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
    const transaction = isHere ? await firstTransaction(visit, story) : undefined
    return renderPage(
      {
        frame,
        title: reference || 'Payment',
        section: 'Payments',
        isAlarm: alarming.includes(verdict),
        again: timeLeft(visit, story) || undefined,
      },
      <StoryPage {...{ frame, story, transaction, chosen, other, explained, lines }} />,
    )
  },
}

async function firstTransaction(visit: Visit, { steps }: WholeStoryAnswer) {
  const audit = steps.find((step) => step.audit !== undefined)?.audit
  return audit === undefined ? undefined : await callIfFound(visit, 'transaction', audit)
}

/** Everything about a payment as one file, to be attached. */
export const saveStoryRoute: PageRoute = {
  path: '/save/stories/{id}',
  async file(visit, { id = '' }) {
    const story = await callControl(visit, 'story', id)
    const { evidencePage } = await import('../../report/evidence-page.tsx')
    return {
      name: `sandgate-payment-${story.id}.html`,
      type: 'text/html; charset=utf-8',
      body: evidencePage(story, await savedFacts(visit)),
    }
  },
}

function chosenIn(
  id: string | undefined,
  requests: readonly RequestAnswer[],
): RequestAnswer | undefined {
  return requests.find((request) => String(request.id) === id)
}
