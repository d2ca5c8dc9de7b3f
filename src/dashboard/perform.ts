import type { PageAnswer } from '../http/answer.ts'
import type { Visit } from '../http/pages/visit.ts'
import { advance, clockMode, nextBankingDay, nextEvent } from './actions/clock-actions.ts'
import { breakNext, disarm, makePurchase } from './actions/payment-actions.ts'
import { addRule, loadScenario, pasteScenario, unloadScenario } from './actions/scenario-actions.ts'
import { tryOperation } from './actions/try-action.ts'
import { Refused } from './asked.ts'
import { type ActionResult, type FormAction, type Notices, refusedBy } from './notices.ts'
import { openRun } from './pages/report.tsx'
import { moveTransaction } from './pages/transaction.tsx'
import { createWorld, removeWorld } from './pages/worlds.tsx'

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
  'open-run': openRun,
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
