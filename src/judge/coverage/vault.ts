import { isRefusedFor, type VaultEvent } from '../../record/exchange.ts'
import type { Operation } from '../../scenario/rule.ts'
import type { CoverageCase, SeenCall } from './coverage-case.ts'

function isDone({ exchange }: SeenCall): boolean {
  const status = exchange.response.status ?? 0
  return status >= 200 && status < 300
}

function isVault({ exchange }: SeenCall, event: VaultEvent): boolean {
  return exchange.facts.vault?.includes(event) ?? false
}

function done<N extends string>(name: N, on: Operation, description: string, provoke: string) {
  return { name, description, provoke, on: [on], sees: isDone } as const satisfies CoverageCase
}

/** Cases about the vault. */
export const vaultCases = [
  {
    name: 'customer-made',
    description: 'A customer created',
    provoke: 'POST /customers with a new reference',
    on: ['customer_create'],
    sees: (seen) => isDone(seen) && !isVault(seen, 'found-again'),
  },
  {
    name: 'customer-found-again',
    description: 'A customer found again by its reference',
    provoke: 'POST /customers with a known reference',
    on: ['customer_create'],
    sees: (seen) => isDone(seen) && isVault(seen, 'found-again'),
  },
  done('customer-updated', 'customer_update', 'A customer updated', 'PATCH /customers/{id}'),
  done('customer-deleted', 'customer_delete', 'A customer deleted', 'DELETE /customers/{id}'),
  {
    name: 'customers-paged',
    description: 'A second page of customers',
    provoke: 'GET /customers?limit=1, then follow _links.next',
    on: ['customer_search'],
    sees: (seen) => isDone(seen) && Number(seen.exchange.request.query.offset ?? 0) > 0,
  },
  done('token-made', 'token_create', 'A token created', 'POST /customers/{id}/tokens'),
  {
    name: 'token-name-taken',
    description: 'A token refused because its name is taken',
    provoke: 'two tokens with one preferred_name',
    on: ['token_create', 'token_update'],
    sees: ({ exchange }) => isRefusedFor(exchange, 'preferred_name_in_use'),
  },
  {
    name: 'token-deactivated',
    description: 'A token deactivated',
    provoke: 'PATCH the token with active false',
    on: ['token_update'],
    sees: (seen) => isDone(seen) && isVault(seen, 'deactivated'),
  },
  {
    name: 'token-used-inactive',
    description: 'A payment with an inactive token',
    provoke: 'deactivate the token, then pay with its virtual PAN',
    sees: ({ exchange }) => isRefusedFor(exchange, 'token_inactive'),
  },
  {
    name: 'token-renewed',
    description: 'The card of a token renewed',
    provoke: 'PATCH the token with a new account',
    on: ['token_update'],
    sees: (seen) => isDone(seen) && isVault(seen, 'renewed'),
  },
  done('token-deleted', 'token_delete', 'A token deleted', 'DELETE the token'),
  {
    name: 'token-paid-with',
    description: 'A payment with a token',
    provoke: 'a purchase with the virtual PAN',
    on: ['purchase', 'preauthorisation'],
    sees: ({ exchange: { facts } }) =>
      facts.made?.by_token === true &&
      (facts.made.status === 'approved' || facts.made.status === 'pending'),
  },
] as const satisfies readonly CoverageCase[]
