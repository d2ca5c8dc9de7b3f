import type { Facts, PerName } from '../../../../scenario/rule.ts'
import type {
  RuleDocument,
  ScenarioDocument,
  WhenDocument,
} from '../../../../scenario/scenario-document.ts'
import type { MagicValue } from '../../../../scenario/telling/cards.ts'
import { type ControlCalls, json } from '../control-call.ts'

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

/** A request, as far as a rule can see it; what it needs and does not say is assumed. */
export interface ExplainBody extends Partial<Omit<Facts, 'amount' | 'now' | 'card'>> {
  readonly amount?: string | number | undefined
  /** Instead of all that: one of the journal. */
  readonly request?: number | undefined
}

/** A rule in force. */
export interface RuleAnswer {
  /** `<scenario>/<rule>`, as the `X-Sandbox-Rule` header says it. */
  readonly id: string
  readonly name: string
  /** Requests that it shaped. */
  readonly hits: number
  /** Requests that met its conditions, those that it let pass included. */
  readonly seen: number
  readonly times: number | null
  readonly skip: number
  readonly every: number | null
  /** `10%` */
  readonly chance: string | null
  /** What it counts separately by. */
  readonly per: PerName | null
  readonly when: WhenDocument
  /** What it does and how often, in words. */
  readonly effect: string
}

/** What works but is probably not meant. */
export interface WarningAnswer {
  readonly message: string
  /** Where in the body it stands; left out where it is about what was loaded before. */
  readonly location?: readonly (string | number)[]
}

/** `POST /rules` */
export interface AddedRuleAnswer extends RuleAnswer {
  readonly warnings: readonly WarningAnswer[]
}

/** `GET /rules`: one-shot rules, in the order in which they are asked. */
export interface RulesAnswer {
  readonly rules: readonly RuleAnswer[]
}

/** `DELETE /rules` */
export interface RulesRemovedAnswer {
  readonly removed: number
}

/** `POST /scenarios/explain` */
export interface ExplainAnswer {
  /** The first of `rules`. Null: the request would take its natural course. */
  readonly rule: RuleAnswer | null
  /** The rules that shape the answer, with the layers that each decides; a recorded one has none. */
  readonly rules: readonly (RuleAnswer & {
    readonly layers: readonly ('verdict' | 'extras' | 'delivery')[]
  })[]
  /** The other rules that are asked, and the first reason why each has no say. */
  readonly tried: readonly {
    readonly id: string
    readonly reason: string
    /** How many of its conditions do not hold, and how many do. */
    readonly failed: number
    readonly held: number
  }[]
  /** Of a request of the journal: the rules that shaped it and are no longer in force. */
  readonly gone: readonly string[]
  /** What the request needs and was not told. */
  readonly assumed: { readonly method?: 'card' }
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
  rules: {
    method: 'GET',
    path: '/rules',
    does: 'List the one-shot rules, highest priority first',
    answer: json<RulesAnswer>(),
  },
  addRule: {
    method: 'POST',
    path: '/rules',
    does: 'Add a one-shot rule, or a list of them: for one request each unless it says how many',
    body: json<RuleDocument>(),
    answer: json<AddedRuleAnswer>(),
  },
  clearRules: {
    method: 'DELETE',
    path: '/rules',
    does: 'Remove all one-shot rules',
    answer: json<RulesRemovedAnswer>(),
  },
  removeRule: {
    method: 'DELETE',
    path: '/rules/{name}',
    does: 'Remove a one-shot rule',
    answer: json<RulesAnswer>(),
  },
  explain: {
    method: 'POST',
    path: '/scenarios/explain',
    does: 'Say which rules shape a request, and why the others do not',
    body: json<ExplainBody>(),
    answer: json<ExplainAnswer>(),
    isReading: true,
  },
} as const satisfies ControlCalls
