import { noVerdict, type Verdict } from '../domain/transaction/verdict.ts'
import type { Match } from './matching/match.ts'
import type { Facts } from './rule.ts'

/** What rules mean for one request: codes taken from its amount, card or BSB are read off. */
export function verdictOf({ verdict, extras }: Match, facts: Facts): Verdict {
  if (verdict === undefined && extras === undefined) return noVerdict
  const { status, responseMessage, gatewayStatusCode, expires, resolves } = verdict?.outcome ?? {}
  const { kvps, drift } = extras?.outcome ?? {}
  const responseCode = codeFor(verdict?.outcome.responseCode, facts)
  return {
    ...(status !== undefined && { status }),
    ...(responseCode !== undefined && { responseCode }),
    ...(responseMessage !== undefined && { responseMessage }),
    ...(gatewayStatusCode !== undefined && { gatewayStatusCode }),
    ...(expires !== undefined && { expires }),
    ...(resolves && { resolves: resolves.map((resolve) => resolveFor(resolve, facts)) }),
    ...(kvps !== undefined && { kvps }),
    ...(drift !== undefined && { drift }),
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
