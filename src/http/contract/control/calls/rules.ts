import type { Facts } from '../../../../scenario/rule.ts'
import type { RuleDocument, WhenDocument } from '../../../../scenario/scenario-document.ts'
import { type ControlCalls, json } from '../control-call.ts'

/** A request, as far as a rule can see it; what it needs and does not say is assumed. */
export interface ExplainBody extends Partial<Omit<Facts, 'amount'>> {
  readonly amount?: string | number | undefined
}

/** `POST /rules`, and each rule of a scenario. */
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
  readonly when: WhenDocument
  /** What it does, in words. */
  readonly effect: string
}

/** `POST /scenarios/explain` */
export interface ExplainAnswer {
  /** Null: the request would take its natural course. */
  readonly rule: RuleAnswer | null
  /** The rules asked before it, and the first reason why each was not the one. */
  readonly tried: readonly { readonly id: string; readonly reason: string }[]
  /** What the request needs and was not told. */
  readonly assumed: { readonly method?: 'card' }
}

export const ruleCalls = {
  addRule: {
    method: 'POST',
    path: '/rules',
    does: 'Put one rule in front of all others, for one request unless it says how many',
    body: json<RuleDocument>(),
    answer: json<RuleAnswer>(),
  },
  explain: {
    method: 'POST',
    path: '/scenarios/explain',
    does: 'Say which rule a request would meet, and why not the ones before it',
    body: json<ExplainBody>(),
    answer: json<ExplainAnswer>(),
    isReading: true,
  },
} as const satisfies ControlCalls
