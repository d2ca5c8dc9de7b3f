import type { OneShot, State } from '../state.ts'
import { type Asked, type Decision, decisionFor } from './default-rules.ts'

/** The temporary rule that breaks the answer to an operation, if there is one. */
export function faultRule({ rules }: State, operation: string): OneShot | undefined {
  return rules.find((rule) => rule.operation === operation && rule.fault !== undefined)
}

export function useUp({ rules }: State, rule: OneShot | undefined): void {
  if (rule !== undefined) rules.splice(rules.indexOf(rule), 1)
}

/** Temporary rules are asked before the shipped ones. One that has spoken is used up. */
export function ruledDecision(state: State, asked: Asked): Decision {
  const own = state.rules.find(
    ({ operation, code }) => operation === asked.operation && code !== undefined,
  )
  if (own?.code === undefined || asked.method.kind !== 'card') return decisionFor(asked)
  useUp(state, own)
  return { code: own.code }
}
