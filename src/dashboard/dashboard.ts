import type { Answer } from '../http/answer.ts'
import type { Dashboard, Visit } from '../http/pages/visit.ts'
import { findAction } from './actions/all-actions.ts'
import { perform } from './actions/perform.ts'
import { Refused } from './asked.ts'
import { assetAnswer } from './assets.ts'
import { loadFrame } from './layout/frame.ts'
import { Notices } from './layout/notices.ts'
import { findPage } from './pages/all-pages.ts'
import { refusalPage, signInPage } from './pages/at-the-door.tsx'

/** The dashboard: pages over what the control API answers. */
export function createDashboard(): Dashboard {
  const notices = new Notices()
  return {
    asset: assetAnswer,
    answer(visit) {
      if (visit.method === 'POST') {
        const action = findAction(visit.path)
        return action && perform({ visit, notices }, action)
      }
      const found = findPage(visit.path)
      return found && show(visit, notices, found)
    },
    signIn: (visit, hasFailed) => html(401, signInPage(visit, hasFailed)),
    refusal: (visit, status, message) => html(status, refusalPage(visit, status, message)),
  }
}

async function show(
  visit: Visit,
  notices: Notices,
  { page, values }: NonNullable<ReturnType<typeof findPage>>,
): Promise<Answer> {
  try {
    if ('text' in page) {
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: await page.text(visit, values),
      }
    }
    const frame = await loadFrame(visit, notices)
    return html(200, await page.show(frame, values))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return html(error.status, refusalPage(visit, error.status, error.message))
  }
}

function html(status: number, body: string): Answer {
  return { status, headers: {}, body }
}
