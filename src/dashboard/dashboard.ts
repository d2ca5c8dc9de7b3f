import type { PageAnswer } from '../http/answer.ts'
import type { ErrorAnswer } from '../http/contract/transaction-answer.ts'
import type { Dashboard, Visit } from '../http/pages/visit.ts'
import { findAction, findPage, perform } from './all-pages.ts'
import { Refused } from './asked.ts'
import { assetAnswer } from './assets.ts'
import { type Frame, loadFrame } from './layout/frame.ts'
import { Notices } from './notices.ts'
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
    refusal: (visit, status, message) => refused(visit, notices, { status, message }),
  }
}

async function show(
  visit: Visit,
  notices: Notices,
  { page, values }: NonNullable<ReturnType<typeof findPage>>,
): Promise<PageAnswer | undefined> {
  try {
    if ('text' in page) {
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: await page.text(visit, values),
      }
    }
    if ('file' in page) {
      const { name, type, body } = await page.file(visit)
      const disposition = `attachment; filename="${name}"`
      return {
        status: 200,
        headers: { 'Content-Type': type, 'Content-Disposition': disposition },
        body,
      }
    }
    if ('sentBy' in page) {
      const { status, body } = await visit.ask({ path: page.sentBy })
      if (status < 400) return undefined
      throw new Refused(status, (body as ErrorAnswer).errors)
    }
    const frame = await loadFrame(visit, notices)
    return html(200, await page.show(frame, values))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return await refused(visit, notices, error)
  }
}

async function refused(
  visit: Visit,
  notices: Notices,
  { status, message }: Pick<Refused, 'status' | 'message'>,
): Promise<PageAnswer> {
  return html(status, refusalPage(await frameAround(visit, notices, status), status, message))
}

/** The usual frame; without a world, the links lead to the default one. */
async function frameAround(visit: Visit, notices: Notices, status: number): Promise<Frame | Visit> {
  if (!visit.hasWorld()) return { ...visit, world: 'default', prefix: '' }
  if (visit.pulse() === '') return visit
  if (status !== 404 && status !== 422) return visit
  return await loadFrame(visit, notices).catch(() => visit)
}

function html(status: number, body: string): PageAnswer {
  return { status, headers: {}, body }
}
