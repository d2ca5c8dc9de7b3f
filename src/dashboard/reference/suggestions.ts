import type {
  CustomerDetailAnswer,
  CustomersAnswer,
} from '../../http/contract/control/calls/customers.ts'
import type { TransactionsAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked, askedIfThere } from '../asked.ts'

/** Numbers of things that are there, for the paths of requests; the examples' where nothing is. */
export interface Suggestions {
  /** The newest approved transaction of each kind. */
  readonly audits: Readonly<Record<string, number>>
  readonly customer: number | undefined
  readonly token: number | undefined
}

export async function loadSuggestions(visit: Visit): Promise<Suggestions> {
  const path = '/transactions'
  const { transactions } = await asked<TransactionsAnswer>(visit, { path, query: { limit: '100' } })
  const audits: Record<string, number> = {}
  for (const { operation, status, audit } of transactions) {
    if (status === 'approved') audits[operation] ??= audit
  }
  const first = { path: '/customers', query: { limit: '1' } }
  const { customers } = await asked<CustomersAnswer>(visit, first)
  const customer = customers[0]?.id
  return { audits, customer, token: await firstToken(visit, customer) }
}

async function firstToken(visit: Visit, customer: number | undefined): Promise<number | undefined> {
  if (customer === undefined) return undefined
  const path = `/customers/${customer}`
  return (await askedIfThere<CustomerDetailAnswer>(visit, { path }))?.tokens[0]?.id
}

/** A value for a path parameter of an operation that would find something. */
export function suggestionFor(
  { audits, customer, token }: Suggestions,
  operationId: string,
  parameter: string,
): number | undefined {
  if (parameter === 'customer_id') return customer
  if (parameter === 'token_id') return token
  if (operationId === 'completion') return audits.preauthorisation
  return audits.purchase ?? audits.completion
}
