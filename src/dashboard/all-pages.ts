import type { PageAnswer } from '../http/answer.ts'
import type { Visit } from '../http/pages/visit.ts'
import { type PathValues, RouteTable } from '../http/route-table.ts'
import { advance, clockMode, nextBankingDay, nextEvent } from './actions/clock-actions.ts'
import { breakNext, disarm, makePurchase } from './actions/payment-actions.ts'
import { tryOperation } from './actions/try-action.ts'
import { Refused } from './asked.ts'
import type { PageRoute } from './layout/frame.ts'
import { type ActionResult, type FormAction, type Notices, refusedBy } from './notices.ts'
import { assumptionsRoute } from './pages/assumptions.tsx'
import { clockRoute } from './pages/clock.tsx'
import { homeRoute, testsRoute } from './pages/payments/home.tsx'
import { storyRoute } from './pages/payments/story.tsx'
import { reportRoute, saveReportRoute, saveRunRoute } from './pages/report.tsx'
import { curlRoute, requestRoute } from './pages/request.tsx'
import { requestsRoute } from './pages/requests.tsx'
import {
  addRule,
  loadScenario,
  pasteScenario,
  unloadScenario,
} from './pages/scenarios/scenario-forms.tsx'
import { scenarioTextRoute } from './pages/scenarios/scenario-text.tsx'
import { scenariosRoute } from './pages/scenarios/scenarios.tsx'
import { searchRoute } from './pages/search.tsx'
import { moveTransaction, transactionRoute, transactionsRoute } from './pages/transactions.tsx'
import { customerRoute, customersRoute } from './pages/vault.tsx'
import { createWorld, removeWorld, worldsRoute } from './pages/worlds.tsx'
import { referenceRoute } from './reference/reference.tsx'

const routes: readonly PageRoute[] = [
  homeRoute,
  testsRoute,
  storyRoute,
  searchRoute,
  requestsRoute,
  requestRoute,
  curlRoute,
  clockRoute,
  scenariosRoute,
  scenarioTextRoute,
  customersRoute,
  customerRoute,
  reportRoute,
  saveReportRoute,
  saveRunRoute,
  referenceRoute,
  transactionsRoute,
  transactionRoute,
  worldsRoute,
  assumptionsRoute,
]

const table = new RouteTable(routes.map((page) => ({ method: 'GET', path: page.path, page })))

/** The page at a path beneath `/_sandbox`, and what stands in the path's placeholders. */
export function findPage(
  path: string,
): { readonly page: PageRoute; readonly values: PathValues } | undefined {
  const found = table.at(path)
  const page = found?.routes.get('GET')?.page
  return found && page && { page, values: found.values }
}

/** What forms can ask for, by the last part of their address. */
const actions: Readonly<Record<string, FormAction>> = {
  advance,
  'next-event': nextEvent,
  'next-banking-day': nextBankingDay,
  'clock-mode': clockMode,
  purchase: makePurchase,
  break: breakNext,
  disarm,
  load: loadScenario,
  unload: unloadScenario,
  paste: pasteScenario,
  rule: addRule,
  move: moveTransaction,
  try: tryOperation,
  'create-world': createWorld,
  'remove-world': removeWorld,
}

export function findAction(path: string): FormAction | undefined {
  const [, name = ''] = /^\/act\/([\w-]+)$/.exec(path) ?? []
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

/** Does what a form asks for, and leads on to a page that can be loaded again. */
export async function perform(
  { visit, notices }: { readonly visit: Visit; readonly notices: Notices },
  action: FormAction,
): Promise<PageAnswer> {
  const { notice, to } = await doneOrRefused(action, visit)
  const back = new URL(to ?? (await visit.back()), 'http://sandbox')
  if (notice !== undefined) back.searchParams.set('notice', notices.add(notice))
  return { status: 303, headers: { Location: back.pathname + back.search + back.hash }, body: '' }
}

async function doneOrRefused(action: FormAction, visit: Visit): Promise<ActionResult> {
  try {
    return await action(visit, await visit.form())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refusedBy(error.message)
  }
}
