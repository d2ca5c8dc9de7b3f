import type { StoriesAnswer } from '../../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import type { StoryDocument as Story } from '../../../insight/report/report-document.ts'
import { asked, askedIfThere } from '../../asked.ts'
import { page } from '../../layout/page.tsx'
import { alarming } from '../../story/alarm.ts'
import { StoryPage } from '../../story/story-page.tsx'
import type { PageRoute } from '../page-route.ts'
import { explainedRequest } from '../request.tsx'

/** Requests of one story that are shown. */
const MOST = 40

export const storyRoute: PageRoute = {
  path: '/stories/{id}',
  async show(frame, { id = '' }) {
    const { visit } = frame
    const story = await loadStory(visit, id)
    const requests = await loadRequests(visit, story)
    const chosen = chosenIn(visit.query.step, requests) ?? requests[0]
    const other = chosenIn(visit.query.with, requests)
    const explained = chosen && (await explainedRequest(visit, chosen.id))
    return page(
      {
        frame,
        title: story.reference || 'Payment',
        section: 'Payments',
        isAlarm: alarming.includes(story.verdict),
      },
      <StoryPage
        frame={frame}
        story={story}
        requests={requests}
        chosen={chosen}
        other={other}
        explained={explained}
      />,
    )
  },
}

function loadStory(visit: Visit, id: string): Promise<Story> {
  return asked<Story>(visit, { path: `/stories/${encodeURIComponent(id)}` })
}

/** The journal's entries of its steps, as far as it still has them: after a reset they are others. */
async function loadRequests(visit: Visit, story: Story): Promise<readonly RequestAnswer[]> {
  if (!(await isOfOpenChapter(visit, story))) return []
  const { steps } = story
  const ids = [...new Set(steps.flatMap(({ request }) => request ?? []))].slice(0, MOST)
  const found = await Promise.all(
    ids.map((id) => askedIfThere<RequestAnswer>(visit, { path: `/requests/${id}` })),
  )
  return found.filter((request) => request !== undefined)
}

async function isOfOpenChapter(visit: Visit, { id }: Story): Promise<boolean> {
  const { stories } = await asked<StoriesAnswer>(visit, {
    path: '/stories',
    query: { limit: '1', chapter: 'current' },
    isOfWorld: true,
  })
  return stories.some((open) => chapterIn(open.id) === chapterIn(id))
}

/** Ids are those of a world, a chapter and a story within it. */
function chapterIn(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

function chosenIn(
  id: string | undefined,
  requests: readonly RequestAnswer[],
): RequestAnswer | undefined {
  return requests.find((request) => String(request.id) === id)
}
