import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { noRuleMatch } from '../world/rule-state.ts'
import { callResult, jsonAnswer } from './answer.ts'
import type { RootResponse } from './contract/transaction-query.ts'
import type { ServedOperation } from './operation.ts'
import { type Base, fixedPaths, placeholders } from './paths.ts'

/** The base address, a starting point with links. It has no operation name in rules and in the journal. */
export function rootOperation(assumptions: Assumptions): ServedOperation {
  return {
    name: undefined,
    method: 'GET',
    path: '/',
    hasBody: false,
    check: undefined,
    load: async () => {
      const { checkAgainst } = await import('./contract/check.ts')
      const { rootContract } = await import('./contract/transaction-query.ts')
      return checkAgainst(rootContract)
    },
    handle: ({ base }) => callResult(jsonAnswer(200, rootView(base, assumptions)), noRuleMatch),
  }
}

/** Links to everything in the API, with placeholders in braces. */
export function rootView(base: Base, { paths }: Assumptions): RootResponse {
  const { customer, token, ...transactions } = paths
  const all = {
    ...transactions,
    transaction: fixedPaths.lookup,
    search: `${fixedPaths.search}{?merchant_id,correlation_id_lookup}`,
    customers: fixedPaths.customers,
    customer,
    tokens: fixedPaths.tokens,
    token,
  }
  const links = Object.entries(all).map(([name, path]) => [name, templated(base.api + path)])
  return { _links: { self: { href: base.api }, ...Object.fromEntries(links) } }
}

function templated(href: string): RootResponse['_links'][string] {
  const isTemplate = placeholders(href).length > 0 || href.includes('{?')
  return isTemplate ? { href, templated: true } : { href }
}
