import type { Token } from '../../domain/vault.ts'
import {
  createToken,
  deleteToken,
  listTokens,
  type TokenInput,
  updateToken,
} from '../../world/commands/vault/tokens.ts'
import { type Answer, type AnswerNote, jsonAnswer } from '../answer.ts'
import type { UserCall } from '../call.ts'
import type {
  TokenCreateCall,
  TokenDeleteCall,
  TokenListCall,
  TokenLookupCall,
  TokenUpdateCall,
} from '../contract/vault/token-request.ts'
import { underRules } from '../operation.ts'
import { fillPath } from '../paths.ts'
import { accountFacts, accountInput } from './account-input.ts'
import { tokensPath } from './customer-representation.ts'
import { deleted } from './deleted.ts'
import { foundCustomer, foundToken } from './found.ts'
import { listLinks } from './list-links.ts'
import { tokenView } from './token-representation.ts'

export function tokenList(call: UserCall, { path, query }: TokenListCall): Answer {
  const found = foundCustomer(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_list', ...found.facts }, () => {
    const { offset, limit } = query
    const { items, hasMore } = listTokens(call.world, found.customer(), { offset, limit })
    const _links = listLinks(call, fillPath(tokensPath, path), { offset, limit, hasMore })
    const results = items.map(tokenView(call))
    return jsonAnswer(
      200,
      { _links, results },
      { next: _links[call.context.assumptions.rels.next]?.href },
    )
  })
}

export function tokenCreate(call: UserCall, { path, query, body }: TokenCreateCall): Answer {
  const { world } = call
  const { assumptions } = world.environment
  const found = foundCustomer(call, query.merchant_id, path)
  const account = accountInput(body.account, assumptions)
  const input = { preferredName: body.preferred_name, active: body.active, account }
  const facts = { ...found.facts, ...accountFacts(account), token_name: body.preferred_name }
  return underRules(call, { operation: 'token_create', ...facts }, () => {
    const token = createToken(world, call.context, found.customer(), input)
    const view = tokenView(call)(token)
    const answer = jsonAnswer(assumptions.status.token_created, view, noteOf(token))
    return { ...answer, headers: { Location: view._links[assumptions.rels.self]?.href ?? '' } }
  })
}

export function tokenLookup(call: UserCall, { path, query }: TokenLookupCall): Answer {
  const found = foundToken(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_lookup', ...found.facts }, () =>
    jsonAnswer(200, tokenView(call)(found.token())),
  )
}

export function tokenUpdate(call: UserCall, { path, query, body }: TokenUpdateCall): Answer {
  const { world } = call
  const found = foundToken(call, query.merchant_id, path)
  const account = body.account && accountInput(body.account, world.environment.assumptions)
  const facts = { ...found.facts, ...(account && accountFacts(account)) }
  return underRules(call, { operation: 'token_update', ...facts }, () => {
    const input: Partial<TokenInput> = {
      ...(body.preferred_name !== undefined && { preferredName: body.preferred_name }),
      ...(body.active !== undefined && { active: body.active }),
      ...(account && { account }),
    }
    const token = updateToken(world, call.context, found.token(), input)
    return jsonAnswer(200, tokenView(call)(token), noteOf(token))
  })
}

export function tokenDelete(call: UserCall, { path, query }: TokenDeleteCall): Answer {
  const found = foundToken(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_delete', ...found.facts }, () => {
    deleteToken(call.world, found.token())
    return deleted(call)
  })
}

/** By its fingerprint the report knows a card that is stored when it sees it again. */
function noteOf({ account }: Token): AnswerNote {
  return account.type === 'card' ? { card: account.card.fingerprint } : {}
}
