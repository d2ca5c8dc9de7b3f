import { noVerdict, type Verdict } from '../domain/transaction/verdict.ts'
import type { Facts, RuleOutcome } from './rule.ts'

/** What a rule's outcome means for one request: codes taken from its amount, card or BSB are read off. */
export function verdictOf(outcome: RuleOutcome | undefined, facts: Facts): Verdict {
  if (outcome === undefined) return noVerdict
  const { responseCode: _code, resolves, delayMs: _delay, fault: _fault, ...rest } = outcome
  const responseCode = codeFor(outcome.responseCode, facts)
  return {
    ...rest,
    ...(responseCode !== undefined && { responseCode }),
    ...(resolves && { resolves: resolves.map((resolve) => resolveFor(resolve, facts)) }),
  }
}

function resolveFor(resolve: NonNullable<Verdict['resolves']>[number], facts: Facts) {
  const { responseCode: _code, ...rest } = resolve
  const responseCode = codeFor(resolve.responseCode, facts)
  return responseCode === undefined ? rest : { ...rest, responseCode }
}

function codeFor(code: string | undefined, facts: Facts): string | undefined {
  if (code === 'from-amount') return facts.amount?.slice(-2).padStart(2, '0')
  if (code === 'from-pan') return facts.pan?.slice(-2)
  if (code === 'from-bsb') return facts.bsb?.slice(-1)
  return code
}
