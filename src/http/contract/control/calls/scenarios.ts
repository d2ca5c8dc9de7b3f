import type { ScenarioDocument } from '../../../../scenario/scenario-document.ts'
import type { MagicValue } from '../../../../scenario/telling/cards.ts'
import { type ControlCalls, json } from '../control-call.ts'
import type { RuleAnswer, WarningAnswer } from './rules.ts'

/** Documents or names of shipped ones; highest priority first. */
export interface ScenariosBody {
  readonly scenarios: (ScenarioDocument | string)[]
}

/** `GET`, `PUT`, `POST` and `DELETE /scenarios`: what is in force, in the order in which it is asked. */
export interface ScenariosAnswer {
  /** One-shot rules, asked before all scenarios. */
  readonly rules: readonly RuleAnswer[]
  readonly scenarios: readonly ScenarioAnswer[]
}

/** `PUT` and `POST /scenarios` */
export interface LoadedAnswer extends ScenariosAnswer {
  readonly warnings: readonly WarningAnswer[]
}

export interface ScenarioAnswer {
  readonly name: string
  readonly description: string
  readonly rules: readonly RuleAnswer[]
}

/** `GET /cards` */
export interface CardsAnswer {
  readonly cards: readonly MagicValue[]
}

export const scenarioCalls = {
  scenarios: {
    method: 'GET',
    path: '/scenarios',
    does: 'List the active scenarios, highest priority first, and how often each rule was met',
    answer: json<ScenariosAnswer>(),
  },
  replaceScenarios: {
    method: 'PUT',
    path: '/scenarios',
    does: 'Replace all scenarios; the first of the list has the highest priority',
    body: json<ScenariosBody>(),
    answer: json<LoadedAnswer>(),
  },
  loadScenario: {
    method: 'POST',
    path: '/scenarios',
    does: 'Load a scenario with the highest priority: a document, or the name of a shipped one',
    body: json<ScenarioDocument | string>(),
    answer: json<LoadedAnswer>(),
  },
  unloadScenario: {
    method: 'DELETE',
    path: '/scenarios/{name}',
    does: 'Unload a scenario',
    answer: json<ScenariosAnswer>(),
  },
  cards: {
    method: 'GET',
    path: '/cards',
    does: 'List the magic cards, amounts and BSBs of the active scenarios',
    answer: json<CardsAnswer>(),
  },
} as const satisfies ControlCalls
