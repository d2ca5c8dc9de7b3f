import type { Dashboard, Visit } from '../control/pages/visit.ts'
import { worldNameFault } from '../domain/world-name.ts'
import type { PageResponse } from '../gateway/wire/answer.ts'
import type { ErrorResponse } from '../gateway/wire/contract/transaction-answer.ts'
import { findForm, findPage } from './all-pages.ts'
import { assetAnswer } from './assets.ts'
import { ControlRefusal } from './control-call.ts'
import { type FormResult, type PageForm, refusedBy } from './layout/form.tsx'
import { loadFrame } from './layout/frame.ts'
import { Notices } from './notices.ts'
import { refusalPage, signInPage } from './pages/sign-in.tsx'
import { sameAddress } from './words/address.ts'

/** The dashboard: pages over what the control API answers. */
export function createDashboard(): Dashboard {
  const notices = new Notices()
  return {
    asset: assetAnswer,
    answer(visit) {
      if (visit.method === 'POST') {
        const form = findForm(visit.path)
        return form && answerForm(visit, notices, form)
      }
      const found = findPage(visit.path)
      return found && answerPage(visit, notices, found)
    },
    signIn: (visit, hasFailed) => html(401, signInPage(visit, hasFailed)),
    refusal: async (visit, status, message) => refused(visit, { status, message }),
  }
}

/** Does what a form asks for, and redirects to a page that can be loaded again. */
async function answerForm(visit: Visit, notices: Notices, form: PageForm): Promise<PageResponse> {
  const { notice, to } = await form
    .handle(visit, await visit.form())
    .catch((error: unknown): FormResult => {
      if (error instanceof ControlRefusal) return refusedBy(error.message)
      throw error
    })
  const next = new URL(to ?? (await visit.back()), 'http://sandbox')
  if (notice !== undefined) next.searchParams.set('notice', notices.add(notice))
  return redirect(next.pathname + next.search + next.hash)
}

function redirect(Location: string): PageResponse {
  return { status: 303, headers: { Location }, body: '' }
}

async function answerPage(
  visit: Visit,
  notices: Notices,
  { page, values }: NonNullable<ReturnType<typeof findPage>>,
): Promise<PageResponse | undefined> {
  try {
    if ('text' in page) {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
      return { status: 200, headers, body: await page.text(visit, values) }
    }
    if ('file' in page) {
      const { name, type, body } = await page.file(visit, values)
      const disposition = `attachment; filename="${name}"`
      const headers = { 'Content-Type': type, 'Content-Disposition': disposition }
      return { status: 200, headers, body }
    }
    if ('sentBy' in page) {
      const { status, body } = await visit.ask({ name: page.sentBy })
      if (status < 400) return undefined
      throw new ControlRefusal(status, (body as ErrorResponse).errors)
    }
    // A form sends its empty fields too.
    if (Object.values(visit.given).includes('')) return redirect(sameAddress(visit, visit.given))
    const shown = await page.show(await loadFrame(visit, notices), values)
    return typeof shown === 'string' ? html(200, shown) : redirect(shown.to)
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error
    return refused(visit, error)
  }
}

type Refusal = Pick<ControlRefusal, 'status' | 'message'>

function refused(visit: Visit, { status, message }: Refusal): PageResponse {
  if (visit.hasWorld()) return html(status, refusalPage(visit, { status, message }))
  // Without a world, the links lead to the default one.
  const atDefault = { ...visit, world: 'default', prefix: '' }
  const isPossible = status === 404 && worldNameFault(visit.world) === undefined
  return html(status, refusalPage(atDefault, { status, message }, isPossible ? visit : undefined))
}

function html(status: number, body: string): PageResponse {
  return { status, headers: {}, body }
}
