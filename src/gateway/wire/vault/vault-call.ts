import { redactText } from '../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import type { Merchant } from '../../../domain/merchant.ts'
import { tokenMethod } from '../../../domain/vault.ts'
import type { Customer, Token } from '../../../domain/vault-records.ts'
import type { Facts } from '../../../scenario/rule.ts'
import { storedFacts } from '../../world/commands/transactions/intent.ts'
import { findCustomer } from '../../world/commands/vault/customers.ts'
import { findToken } from '../../world/commands/vault/tokens.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { merchantOf, type UserCall } from '../call.ts'
import type { User } from '../caller.ts'
import { API, type Base, type Links, link } from '../paths.ts'
import { requestProblem } from '../request-problem.ts'

/** The merchant of a vault call: the one it names, else the user's own. */
export function vaultMerchant(call: UserCall, asked: number | undefined): Merchant {
  const location = ['query', 'merchant_id']
  const merchant = merchantOf(call, asked ?? call.user.merchant, location)
  if (!merchant.vault) {
    throw requestProblem(
      'vault_not_enabled',
      `Merchant ${merchant.id} does not have the vault`,
      location,
    )
  }
  return merchant
}

/** What a representation depends on: the caller, the base of links and the assumptions. */
export interface Viewer {
  readonly base: Base
  readonly user: User
  readonly world: { readonly environment: { readonly assumptions: Assumptions } }
}

/** The query that a link to a merchant's data needs, so that this user can follow it. */
export function merchantQuery(user: User, merchant: number): Readonly<Record<string, string>> {
  return merchant === user.merchant ? {} : { merchant_id: String(merchant) }
}

/** The position of a page in its list. */
interface VaultPage {
  readonly offset: number
  readonly limit: number
  readonly hasMore: boolean
}

const filters: readonly string[] = ['merchant_id', 'ordering', 'name', 'reference']

/** The links of a page; each repeats the client's parameters, so that it can be followed as it is. */
export function listLinks(
  { base, query, context }: UserCall,
  path: string,
  page: VaultPage,
): Links {
  const { rels } = context.assumptions
  const { offset, limit, hasMore } = page
  // A searched text may contain a card number; stored texts have theirs masked.
  const repeated = Object.entries(query).flatMap(([name, text]) =>
    filters.includes(name) ? [[name, redactText(text)] as const] : [],
  )
  const pageAt = (start: number) =>
    link(base, path, {
      ...Object.fromEntries(repeated),
      limit: String(limit),
      offset: String(start),
    })
  return {
    [rels.self]: pageAt(offset),
    [rels.first]: pageAt(0),
    ...(hasMore && { [rels.next]: pageAt(offset + limit) }),
  }
}

/** The path of the next page, as the journal shows paths. */
export function nextPage({ base, context }: UserCall, links: Links): string | undefined {
  return links[context.assumptions.rels.next]?.href.slice(base.api.length - API.length)
}

/** The answer to a deletion: no body, or an empty object. */
export function deleted({ world }: UserCall): Answer {
  const status = world.environment.assumptions.status.deleted
  return status === 204 ? { status, headers: {}, body: undefined } : jsonAnswer(status, {})
}

/** The customer that a path names, which may not exist. */
export interface FoundCustomer {
  readonly facts: Omit<Facts, 'operation'>
  /** Throws if there is none; a rule that breaks the call takes effect before that. */
  readonly customer: () => Customer
}

/** The token that a path names, which may not exist. */
export interface FoundToken {
  readonly facts: Omit<Facts, 'operation'>
  readonly token: () => Token
}

export function foundCustomer(
  call: UserCall,
  merchantId: number | undefined,
  path: { readonly customer_id: number },
): FoundCustomer {
  const merchant = vaultMerchant(call, merchantId).id
  const customer = findCustomer(call.world, merchant, path.customer_id)
  return {
    facts: { merchant, ...(customer && { customer_reference: customer.reference }) },
    customer: () => {
      if (customer) return customer
      const message = `Merchant ${merchant} has no customer ${path.customer_id}`
      throw requestProblem('not_found', message, ['path', 'customer_id'])
    },
  }
}

export function foundToken(
  call: UserCall,
  merchantId: number | undefined,
  path: { readonly customer_id: number; readonly token_id: number },
): FoundToken {
  const owner = foundCustomer(call, merchantId, path)
  const { merchant } = owner.facts
  const token = findToken(call.world, path.customer_id, path.token_id)
  return {
    facts: {
      ...owner.facts,
      ...(token?.merchant === merchant && {
        ...storedFacts(tokenMethod(token)),
        token_name: token.preferredName,
      }),
    },
    token: () => {
      const { id } = owner.customer()
      if (token) return token
      const message = `Customer ${id} has no token ${path.token_id}`
      throw requestProblem('not_found', message, ['path', 'token_id'])
    },
  }
}
