import type { Action } from './action.ts'
import { advance, clockMode, nextBankingDay, nextEvent } from './clock-actions.ts'
import { breakNext, disarm, makePurchase } from './payment-actions.ts'
import { openRun } from './run-actions.ts'
import { addRule, loadScenario, pasteScenario, unloadScenario } from './scenario-actions.ts'
import { moveTransaction } from './transaction-actions.ts'
import { tryOperation } from './try-action.ts'
import { createWorld, removeWorld } from './world-actions.ts'

/** What forms can ask for, by the last part of their address. */
const actions: Readonly<Record<string, Action>> = {
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

export function findAction(path: string): Action | undefined {
  const [, name = ''] = /^\/act\/([\w-]+)$/.exec(path) ?? []
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}
