import type { Answer } from '../../http/answer.ts'
import { ownPage } from '../../http/pages/own-page.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { Refused } from '../asked.ts'
import { pageAddress } from '../layout/address.ts'
import type { Notices } from '../layout/notices.ts'
import { type Action, type Done, refusedBy } from './action.ts'

/** Does what a form asks for, and leads on to a page that can be loaded again. */
export async function perform(
  { visit, notices }: { readonly visit: Visit; readonly notices: Notices },
  action: Action,
): Promise<Answer> {
  const form = await visit.form()
  const { notice, to } = await doneOrRefused(action, visit)
  const back = new URL(to ?? ownAddress(form._back, visit), 'http://sandbox')
  if (notice !== undefined) back.searchParams.set('notice', notices.add(notice))
  return { status: 303, headers: { Location: back.pathname + back.search + back.hash }, body: '' }
}

async function doneOrRefused(action: Action, visit: Visit): Promise<Done> {
  try {
    return await action(visit, await visit.form())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refusedBy(error.message)
  }
}

/** Only ever a page of this dashboard, whatever the form says. */
function ownAddress(back: string | undefined, visit: Visit): string {
  return ownPage(back) ?? pageAddress(visit, '/')
}
