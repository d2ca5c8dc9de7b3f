import type { MagicValue } from '../../../../scenario/describe/magic-values.ts'
import type { Facts } from '../../../../scenario/rule.ts'
import type { PerName, WhenDocument, WindowStart } from '../../../../scenario/scenario-document.ts'

/** `GET`, `PUT`, `POST` and `DELETE /scenarios`: the active scenarios, highest priority first. */
export interface ScenariosAnswer {
  /** One-shot rules, which come before all scenarios. */
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

/** A request as rules see it; missing members that it needs are assumed. */
export interface ExplainBody extends Partial<Omit<Facts, 'amount' | 'now' | 'card'>> {
  readonly amount?: string | number | undefined
  /** Sandbox time of the request; now unless given. */
  readonly at?: string | undefined
  /** Instead of the other members: the id of a request in the journal. */
  readonly request?: number | undefined
}

/** An active rule. */
export interface RuleAnswer {
  /** `<scenario>/<rule>`, as the `X-Sandbox-Rule` header says it. */
  readonly id: string
  readonly name: string
  /** How many requests it was applied to. */
  readonly hits: number
  /** How many requests met its conditions, including those that it let pass. */
  readonly seen: number
  readonly times: number | null
  readonly skip: number
  readonly every: number | null
  /** `10%` */
  readonly chance: string | null
  /** What it counts separately by, such as each card. */
  readonly per: PerName | null
  /** How long it holds, in sandbox time, and what that is counted from. */
  readonly for: string | null
  readonly since: WindowStart | null
  /** Whether its counts belong to the world, or to the run with all its worlds and resets. */
  readonly counts: 'world' | 'run'
  readonly when: WhenDocument
  /** A description of what it does and how often. */
  readonly effect: string
}

/** Something valid that is probably a mistake. */
export interface WarningAnswer {
  readonly message: string
  /** Where in the body it is; omitted if it concerns scenarios loaded before. */
  readonly location?: readonly (string | number)[]
}

/** `POST /rules` */
export interface AddedRuleAnswer extends RuleAnswer {
  readonly warnings: readonly WarningAnswer[]
}

/** `GET /rules`: one-shot rules, highest priority first. */
export interface RulesAnswer {
  readonly rules: readonly RuleAnswer[]
}

/** `DELETE /rules` */
export interface RulesRemovedAnswer {
  readonly removed: number
}

/** `POST /scenarios/explain` */
export interface ExplainAnswer {
  /** The first of `rules`. Null if no rule applies to the request. */
  readonly rule: RuleAnswer | null
  /** The rules that shape the answer, with the layers that each decides. */
  readonly rules: readonly (RuleAnswer & {
    readonly layers: readonly ('verdict' | 'extras' | 'delivery')[]
  })[]
  /** The other rules that were tried, and the first reason why each does not apply. */
  readonly tried: readonly {
    readonly id: string
    readonly reason: string
    /** How many of its conditions fail, and how many hold. */
    readonly failed: number
    readonly held: number
  }[]
  /** For a recorded request: rules that applied to it and are no longer active. */
  readonly gone: readonly string[]
  /** Members that the request needs and that were assumed. */
  readonly assumed: { readonly method?: 'card' }
}
